"""Conformance evaluation of the citation audit: oracle, planted cases, faults, mutants, CI gate.

``run(fictional())`` plants, audits and scores; :class:`Evaluation` is what comes of it.
"""

from tekmeria_eval.literature import Literature, fictional, from_folder
from tekmeria_eval.running import Evaluation, run

__all__ = ["Evaluation", "Literature", "fictional", "from_folder", "run"]
