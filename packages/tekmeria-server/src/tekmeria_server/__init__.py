"""MCP server that hands out biomedical evidence under verifiable handles and audits answers."""
