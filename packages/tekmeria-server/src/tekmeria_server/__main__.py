"""The command line."""

import sys


def main() -> int:
    """Run the command."""
    print("tekmeria server 0.1.0")
    return 0


if __name__ == "__main__":
    sys.exit(main())
