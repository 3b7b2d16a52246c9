"""A run as JUnit XML, for pipelines: a suite for each category, a test case for each audit."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from tekmeria_eval.running import CategoryResult, Evaluation, Failure

_UNHOLDABLE = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(evaluation: Evaluation) -> str:
    """The document; audits as planted are counted, those that were not are told in full."""
    root = Element("testsuites", name="tekmeria-eval")
    for category in evaluation.categories:
        _suite(root, category, [f for f in evaluation.failures if f.category == category.name])
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _suite(root: Element, category: CategoryResult, failures: list[Failure]) -> None:
    counts = {"tests": category.audits, "failures": len(failures), "errors": 0, "skipped": 0}
    suite = SubElement(
        root, "testsuite", attrib={"name": category.name, **{k: str(n) for k, n in counts.items()}}
    )
    classname = f"tekmeria_eval.{category.name}"
    for number in range(category.right):
        SubElement(suite, "testcase", classname=classname, name=f"as planted {number + 1}")
    for failure in failures:
        name = f"case {failure.case} as {failure.score.style}"
        case = SubElement(suite, "testcase", classname=classname, name=name)
        lines = [printable(str(difference)) for difference in failure.score.differences]
        element = SubElement(case, "failure", message=lines[0], type="difference")
        element.text = "\n".join([*lines, "", printable(failure.answer)])


def printable(text: str) -> str:
    """``text`` with every character that XML 1.0 cannot hold written as an escape."""
    return _UNHOLDABLE.sub(lambda match: f"\\x{ord(match[0]):02x}", text)
