"""MCP server that hands out biomedical evidence under verifiable handles and audits answers.

Entry points: :func:`tekmeria_server.server.build_server` makes the MCP server,
:func:`tekmeria_server.__main__.main` is the command ``tekmeria``. Importing the package imports nothing else,
since hosts wait for the start.
"""

__version__ = "0.1.0"
