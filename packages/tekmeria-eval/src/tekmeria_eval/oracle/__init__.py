"""The oracle: the rules of the citation contract, stated a second time.

Written from the clauses of ``contract.md`` alone, slow and obvious, so that an error of the audit and an
error of the oracle are two different errors. It shares no code that decides: of ``tekmeria_contract`` it
knows only the plain values of ``resolution`` and ``policy`` (an import contract proves it).

``handles`` restates §1 and §2; ``folding``, ``cuts``, ``negating``, ``quoting`` and ``differences`` §4;
``verdicts`` §7; ``outcome`` §8.
"""
