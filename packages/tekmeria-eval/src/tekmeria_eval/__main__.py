"""``python -m tekmeria_eval`` and the command ``tekmeria-eval``."""

from tekmeria_eval.commands import app


def main() -> None:
    """Run the command line."""
    app(prog_name="tekmeria-eval")


if __name__ == "__main__":
    main()
