"""Handle codec, quote comparison and deterministic citation audit for biomedical answers."""
