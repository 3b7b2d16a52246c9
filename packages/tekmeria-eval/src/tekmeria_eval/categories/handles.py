"""Handles that other keys made, and handles damaged on their way (contract.md §1, §2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tekmeria_eval.case import ANY, Case, Planted
from tekmeria_eval.literature import Issued
from tekmeria_eval.material import Material, Planter, claim, genuine
from tekmeria_eval.ring import RING, Ring, key

ROTATED = Ring((key("newer"), *RING.keys))
RETIRED = Ring((key("newer"), replace(RING.keys[0], state="retired")))
OTHER = Ring((key("elsewhere"),))
LONG = Ring((key("long", 8),))
LENIENT = Ring((key("lenient", 8, (5,)),))
LONGEST = Ring((key("longest", 12),))


def _under(issued: Issued, handle: str) -> Planted:
    return replace(genuine(issued), handle=handle)


def _body(issued: Issued) -> str:
    return issued.handle.partition("~")[0]


def ok_rotated_key(material: Material) -> Iterator[Case]:
    """A handle of the key before the one that mints now."""
    for issued in material.round(material.literature.unflagged):
        index = material.random.randint(0, 1)
        cited = _under(issued, ROTATED.handle(_body(issued), index))
        yield Case((claim(material.prose(), cited),), ring=ROTATED)


def forged_retired_key(material: Material) -> Iterator[Case]:
    """A handle that only a retired key made."""
    for issued in material.round(material.literature.unflagged):
        cited = Planted(issued.handle, verdict="forged", reason="retired_key", checked_against=None)
        yield Case((claim(material.prose(), cited),), "fail", ring=RETIRED)


def forged_elsewhere(material: Material) -> Iterator[Case]:
    """A handle of another installation."""
    for issued in material.round(material.literature.unflagged):
        handle = OTHER.handle(_body(issued))
        cited = Planted(handle, verdict="forged", reason="code_mismatch", checked_against=None)
        yield Case((claim(material.prose(), cited),), "fail")


def ok_long_codes(material: Material) -> Iterator[Case]:
    """Codes of eight and twelve characters, and five where the key accepts them besides."""
    for issued in material.round(material.literature.unflagged):
        ring = material.random.choice((LONG, LENIENT, LONGEST))
        handle = ring.handle(_body(issued))
        if ring is LENIENT and material.random.random() < 0.6:
            handle = Ring((replace(LENIENT.keys[0], mint=5),)).handle(_body(issued))
        yield Case((claim(material.prose(), _under(issued, handle)),), ring=ring)


def malformed_code_length(material: Material) -> Iterator[Case]:
    """A code shorter than any that a key of the ring accepts."""
    for issued in material.round(material.literature.unflagged):
        ring = material.random.choice((LONG, LONGEST))
        short = Ring((replace(ring.keys[0], mint=5),)).handle(_body(issued))
        cited = Planted(short, verdict="malformed", reason="code_length", checked_against=None)
        yield Case((claim(material.prose(), cited),), "fail", ring=ring)


def forged_record(material: Material) -> Iterator[Case]:
    """The code of one record's passage under the id of another record."""
    for issued in material.round(material.literature.unflagged):
        digit = material.random.randrange(10)
        changed = re.sub(r"[0-9](?=/)", str(digit), issued.handle)
        if changed != issued.handle:
            cited = Planted(changed, verdict="forged", reason="code_mismatch", checked_against=None)
            yield Case((claim(material.prose(), cited),), "fail")


def forged_bare(material: Material) -> Iterator[Case]:
    """A forged handle without any bracket around it."""
    for issued in material.round(material.literature.unflagged):
        at = material.random.choice("0123456789abcdefghjkmnpqrstvwxyz")
        if at != issued.handle[-1]:
            handle = issued.handle[:-1] + at
            cited = Planted(handle, verdict="forged", reason="code_mismatch", checked_against=None)
            yield Case((claim(material.prose(), cited),), "fail", styles=("bare",), claims=False)


def invalid_beside_valid(material: Material) -> Iterator[Case]:
    """A forged handle beside a genuine one: the sentence is cited, the answer fails."""
    for issued in material.round(material.literature.unflagged):
        other = material.random.choice(material.literature.unflagged)
        forged = Planted(
            OTHER.handle(_body(other)), verdict="forged", reason="code_mismatch", checked_against=None
        )
        if other.handle != issued.handle:
            cited = [genuine(issued), forged]
            material.random.shuffle(cited)
            yield Case((claim(material.prose(), *cited),), "fail")


def conflicting_codes(material: Material) -> Iterator[Case]:
    """One passage with two different codes: a guess is not saved by guessing twice."""
    for issued in material.round(material.literature.unflagged):
        wrong = Planted(
            OTHER.handle(_body(issued)), verdict="forged", reason="conflicting_codes", checked_against=None
        )
        right = replace(wrong, handle=issued.handle)
        first, second = material.proses(2)
        pair = [wrong, right]
        material.random.shuffle(pair)
        apart = material.random.random() < 0.5
        sentences = (claim(first, pair[0]), claim(second, pair[1])) if apart else (claim(first, *pair),)
        yield Case(sentences, "fail")


_JOINT = re.compile("(?<=[:/])|(?=/)")
_INSIDE = re.compile("(?<=[0-9a-z])(?=[0-9a-z])")


def _insert(material: Material, handle: str, places: re.Pattern[str], text: str) -> str:
    at = material.random.choice([match.start() for match in places.finditer(handle)])
    return handle[:at] + text + handle[at:]


def _zero_width(material: Material, handle: str) -> str:
    return _insert(material, handle, _INSIDE, material.random.choice("\u200b\u200c\u200d\u2060\ufeff"))


def _joint(material: Material, handle: str) -> str:
    return _insert(material, handle, _JOINT, material.random.choice((" ", "\n")))


def _upper(material: Material, handle: str) -> str:
    body, _, code = handle.partition("~")
    scheme, _, rest = body.partition(":")
    both = material.random.randrange(3)
    scheme = scheme if both == 1 else scheme.upper()
    return f"{scheme}:{rest}~{code if both == 0 or code.isdigit() else code.upper()}"


def _tilde(material: Material, handle: str) -> str:
    return handle.replace("~", material.random.choice(("\\~", "∼", "～", "˜")))


def _encoded(material: Material, handle: str) -> str:
    return handle.replace(
        *material.random.choice((("/", "%2F"), (":", "%3A"), ("~", "&#126;"), ("/", "&#x2F;")))
    )


def _tilde_lost(material: Material, handle: str) -> str:
    return handle.replace("~", "")


_DAMAGES = {
    "zero_width": (_zero_width, True),
    "joint": (_joint, False),
    "upper": (_upper, False),
    "tilde": (_tilde, None),
    "encoded": (_encoded, True),
    "tilde_lost": (_tilde_lost, False),
}
"""How a handle is damaged, and whether by rendering: then a wrong code is forged, otherwise malformed."""

SIMPLE = ("bracket", "after_stop", "curly_marks", "colon", "round", "fullwidth", "lenticular", "list")


def _mended(name: str) -> Planter:
    damage, _ = _DAMAGES[name]

    def plant(material: Material) -> Iterator[Case]:
        for issued in material.round(material.literature.unflagged):
            written = damage(material, issued.handle)
            if written != issued.handle:
                cited = replace(genuine(issued), written=written, repaired=True)
                yield Case((claim(material.prose(), cited),), styles=SIMPLE)

    plant.__name__ = f"ok_repaired_{name}"
    plant.__doc__ = "A genuine handle with a copy error that can be mended."
    return plant


def _not_mended(name: str) -> Planter:
    damage, rendering = _DAMAGES[name]

    def plant(material: Material) -> Iterator[Case]:
        for issued in material.round(material.literature.unflagged):
            handle = OTHER.handle(_body(issued))
            written = damage(material, handle)
            verdict = "forged" if rendering else "malformed"
            if written != handle:
                cited = Planted(
                    written if name == "tilde_lost" else handle,
                    written=written,
                    verdict=verdict,
                    reason="code_mismatch" if rendering else ANY,
                    checked_against=None,
                    miscopied=not rendering,
                    repaired=name != "tilde_lost",
                )
                yield Case((claim(material.prose(), cited),), "fail", styles=SIMPLE)

    plant.__name__ = f"forged_repaired_{name}"
    plant.__doc__ = "A forged handle with a copy error: mending it does not make it genuine."
    return plant


PLANTERS = (
    ok_rotated_key,
    forged_retired_key,
    forged_elsewhere,
    ok_long_codes,
    malformed_code_length,
    forged_record,
    forged_bare,
    invalid_beside_valid,
    conflicting_codes,
    *(_mended(name) for name in _DAMAGES),
    *(_not_mended(name) for name, (_, rendering) in _DAMAGES.items() if rendering is not None),
)
