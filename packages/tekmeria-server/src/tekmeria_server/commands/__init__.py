"""The commands of ``tekmeria``, one module a concern; each is imported when it is run."""
