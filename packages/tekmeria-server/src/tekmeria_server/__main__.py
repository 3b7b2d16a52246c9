"""The command ``tekmeria`` (system.md, Commands)."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with ``arguments``, by default the process's, and return its exit code.

    Hosts start ``tekmeria`` and ``tekmeria --demo`` and drop a server that takes long: these two go straight
    to the server, without the command line's library.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given in ([], ["--demo"]):
        from tekmeria_server.stdio import serve_stdio

        return serve_stdio(demo=bool(given), records=None)
    from tekmeria_server.cli import run

    return run(given)


if __name__ == "__main__":
    sys.exit(main())
