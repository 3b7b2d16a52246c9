"""Conformance evaluation of the citation audit: oracle, planted cases, faults, mutants, CI gate."""
