"""Vectors of handles: parsing, minting, verifying, and the repairs that reading an answer makes."""

from collections.abc import Iterator
from typing import Any

from vectors_cases import (
    KEY,
    OTHER,
    RETIRED,
    RING,
    Case,
    H,
    T,
    case,
    code,
    fingerprint,
    group,
    key_file,
    minted,
    wrong,
)

BODY = "pmid:99000001/abstract.7"
UUID = "9f1c2ab4-0000-4000-8000-000000000000"

WELL_FORMED = [
    ("pmid", "99000001", None, "abstract.7", "ae2tc"),
    ("pmid", "1", None, "title", "00000000"),
    ("pmid", "999999999", None, "a_b-c.0", "zzzzzzzzzzzz"),
    ("pmcid", "PMC99000003", None, "results.1.12", "ae2tc"),
    ("ppr", "PPR990001", "2", "abstract.1", "ae2tc"),
    ("nct", "NCT99000001", "2026-01-01", "eligibility.2", "ae2tc"),
    ("setid", UUID, "6", "boxed_warning.2", "ae2tc"),
    ("search", "0" * 26, None, "receipt", "ae2tc"),
    ("pmid", "99000001", "A.b-9", "a" * 64 + "." + "b" * 63, "ae2tc"),
]
REFUSED = [
    ("H8", "no scheme", "abstract.7~ae2tc", "no_scheme"),
    ("H3", "a scheme that is not of the registry", "doi:99000001/abstract.7~ae2tc", "unknown_scheme"),
    ("H7", "upper case is mended only in an answer", "PMID:99000001/abstract.7~ae2tc", "unknown_scheme"),
    ("H4", "a leading zero", "pmid:099000001/abstract.7~ae2tc", "id_shape"),
    ("H4", "ten digits", "pmid:9900000100/abstract.7~ae2tc", "id_shape"),
    ("H4", "digits of another script", "pmid:٩٩٠٠٠٠٠١/abstract.7~ae2tc", "id_shape"),
    ("H4", "white space", "pmid: 99000001/abstract.7~ae2tc", "id_shape"),
    ("H4", "no PMC", "pmcid:99000003/results.12~ae2tc", "id_shape"),
    ("H4", "seven digits", "nct:NCT9900000/summary~ae2tc", "id_shape"),
    ("H4", "an upper-case hexadecimal digit", f"setid:{UUID.upper()}/boxed_warning.2~ae2tc", "id_shape"),
    ("H1", "an empty version", "nct:NCT99000001@/summary~ae2tc", "version_shape"),
    ("H2", "33 characters", f"nct:NCT99000001@{'1' * 33}/summary~ae2tc", "version_shape"),
    ("H8", "a record alone", "pmid:99000001", "no_path"),
    ("H8", "a record with a code", "pmid:99000001~ae2tc", "no_path"),
    ("H1", "an empty path", "pmid:99000001/~ae2tc", "path_shape"),
    ("H1", "an empty step", "pmid:99000001/abstract..7~ae2tc", "path_shape"),
    ("H1", "upper case", "pmid:99000001/Abstract.7~ae2tc", "path_shape"),
    ("H2", "a step of 65 characters", f"pmid:99000001/{'a' * 65}~ae2tc", "path_shape"),
    ("H2", "a path of 129 characters", f"pmid:99000001/{'a' * 64}.{'b' * 64}~ae2tc", "path_shape"),
    ("H5", "a search has one path", f"search:{'0' * 26}/abstract.7~ae2tc", "path_shape"),
    ("H8", "no code", "pmid:99000001/abstract.7", "no_code"),
    ("H6", "u is no character of a code", "pmid:99000001/abstract.7~ae2tu", "code_character"),
    ("H6", "nor is an upper-case one", "pmid:99000001/abstract.7~AE2TC", "code_character"),
    ("H7", "a line end behind it", "pmid:99000001/abstract.7~ae2tc\n", "code_character"),
    ("H6", "four characters", "pmid:99000001/abstract.7~ae2t", "code_length"),
    ("H6", "six characters", "pmid:99000001/abstract.7~ae2tc0", "code_length"),
    ("H2", "more than 240 characters", f"pmid:99000001/abstract.7~{'0' * 240}", "too_long"),
]


def _parse() -> dict[str, Any]:
    accept: list[Case] = []
    for scheme, id_, version, path, check in WELL_FORMED:
        text = f"{scheme}:{id_}{'' if version is None else '@' + version}/{path}~{check}"
        expected = {"scheme": scheme, "id": id_, "version": version, "path": path, "code": check}
        accept.append(case("H1", f"{scheme} with a code of {len(check)}", {"text": text}, expected))
    reject = [case(clause, why, {"text": text}, {"reason": reason}) for clause, why, text, reason in REFUSED]
    return group(
        "parse", "strictly, with the schemes of the specification; no code is checked", accept, reject
    )


def _mint() -> dict[str, Any]:
    bodies = [
        ("pmid:99000001", "abstract.7"),
        ("nct:NCT99000001@2026-01-01", "summary"),
        (f"setid:{UUID}@6", "boxed_warning.2"),
    ]
    accept = [
        case(
            "K1",
            f"the first {5 * length} bits",
            {"ring": key_file({"hex": key, "mint": length}), "record": record, "path": path},
            {"handle": minted(f"{record}/{path}", length, key)},
        )
        for record, path in bodies
        for length in (5, 8, 12)
        for key in (KEY, OTHER)
    ]
    refused = [
        ("pmid:0", "abstract.7", "id_shape"),
        ("pmid:99000001", "Abstract", "path_shape"),
        ("doi:10.5555/1", "abstract.7", "unknown_scheme"),
    ]
    reject = [
        case("H11", "the grammar refuses it", {"ring": RING, "record": r, "path": p}, {"reason": reason})
        for r, p, reason in refused
    ]
    return group("mint", "with the first active key of the ring", accept, reject)


def _verify() -> dict[str, Any]:
    five, eight = minted(BODY), minted(BODY, 8)
    both = key_file({"hex": OTHER, "mint": 8}, {"hex": KEY, "state": "verify"})
    retired = key_file({"hex": KEY}, {"hex": RETIRED, "state": "retired"})
    eight_only = key_file({"hex": KEY, "mint": 8})
    good = [
        ("K10", "the key that mints", RING, five, KEY),
        ("K10", "a key that only verifies", both, five, KEY),
        ("K10", "the new key beside it", both, minted(BODY, 8, OTHER), OTHER),
        ("K12", "a longer code than the one it mints", RING, eight, KEY),
        ("K12", "the longest", RING, minted(BODY, 12), KEY),
        ("K11", "a shorter one that it accepts", key_file({"hex": KEY, "mint": 8, "accept": [5]}), five, KEY),
        ("K18", "the active key beside a retired one", retired, five, KEY),
    ]
    accept = [
        case(
            clause,
            why,
            {"ring": ring, "text": text},
            {"handle": text, "fingerprint": fingerprint(key), "addressing": 1},
        )
        for clause, why, ring, text, key in good
    ]
    bad = [
        ("V3", "another code", RING, wrong(five), "code_mismatch"),
        ("V3", "another installation's", RING, minted(BODY, 5, OTHER), "code_mismatch"),
        ("K4", "the code of another path", RING, f"pmid:99000001/abstract.8~{code(BODY)}", "code_mismatch"),
        ("K4", "the code of another record", RING, f"pmid:99000002/abstract.7~{code(BODY)}", "code_mismatch"),
        (
            "K4",
            "the code of another version",
            RING,
            f"pmid:99000001@2/abstract.7~{code(BODY)}",
            "code_mismatch",
        ),
        ("K14", "no key accepts five", eight_only, five, "code_length"),
        (
            "K13",
            "that key accepts no five",
            key_file({"hex": OTHER, "mint": 8}, {"hex": RETIRED}),
            minted(BODY, 5, OTHER),
            "code_mismatch",
        ),
        ("K19", "only a retired key made it", retired, minted(BODY, 5, RETIRED), "retired_key"),
        ("H7", "upper case", RING, five.upper(), "unknown_scheme"),
    ]
    reject = [
        case(clause, why, {"ring": ring, "text": text}, {"reason": r}) for clause, why, ring, text, r in bad
    ]
    return group("verify", "with the keys of a key file; the fingerprint names the key", accept, reject)


def _mended() -> Iterator[tuple[str, str, str, list[str]]]:
    body, check = BODY, code(BODY)
    yield "H13", "as it is", H, []
    yield "H13", "a zero-width space", f"pmid:9900\u200b0001/abstract.7~{check}", ["invisible"]
    yield "H13", "a soft hyphen", f"pmid:99000001/abs\u00adtract.7~{check}", ["invisible"]
    yield "H13", "a hard wrap at a joint", f"pmid:99000001/\nabstract.7~{check}", ["wrap"]
    yield "H13", "a space at a joint", f"pmid: 99000001/abstract.7~{check}", ["space"]
    yield "H13", "an entity for the tilde", f"{body}&#126;{check}", ["entity"]
    yield "H13", "a percent code for the tilde", f"{body}%7E{check}", ["percent"]
    yield "H13", "an escaped tilde", f"{body}\\~{check}", ["escape"]
    for tilde in "∼〜～˜":
        yield "H13", f"U+{ord(tilde):04X} for the tilde", f"{body}{tilde}{check}", ["tilde"]
    yield "H18", "the tilde is lost and the code follows", f"{body}{check}", ["lost_tilde"]
    yield "H13", "an upper-case code", f"{body}~{check.upper()}", ["case"]
    yield "H13", "an upper-case scheme", f"PMID{H[4:]}", ["case"]


def _read() -> dict[str, Any]:
    accept = [
        case(
            clause, why, {"ring": RING, "text": f"It fell [{written}]."}, {"handle": H, "repaired": repaired}
        )
        for clause, why, written, repaired in _mended()
        if written == H or code(BODY).upper() != code(BODY) or "case" not in repaired
    ]
    forged = wrong(H)
    bad = [
        ("H15", "its rendering only is mended", forged.replace("~", "&#126;"), "ok", "code_mismatch"),
        ("H15", "likewise an escape", forged.replace("~", "\\~"), "ok", "code_mismatch"),
        (
            "H16",
            "white space is mended only where it verifies",
            forged.replace("/", "/ "),
            "malformed",
            "path_shape",
        ),
        ("H16", "so is the case", f"PMID{forged[4:]}", "malformed", "unknown_scheme"),
        ("H16", "so is a look-like tilde", forged.replace("~", "∼"), "malformed", "code_mismatch"),
        ("H17", "a Cyrillic a", H.replace("abstract", "\u0430bstract"), "malformed", "not_ascii"),
        ("H18", "no code at all", BODY, "malformed", "no_code"),
        ("H21", "a glued letter is of the code", f"{H}x", "malformed", "code_length"),
        ("V3", "nothing is mended", forged, "ok", "code_mismatch"),
        ("V3", "another path", T.replace("summary", "outcomes"), "ok", "code_mismatch"),
    ]
    reject = [
        case(
            clause, why, {"ring": RING, "text": f"It fell [{written}]."}, {"status": status, "reason": reason}
        )
        for clause, why, written, status, reason in bad
    ]
    about = (
        "the only citation of an answer; a refused one is malformed, or well formed and forged (status ok)"
    )
    return group("read_handle", about, accept, reject)


def handles() -> list[dict[str, Any]]:
    """The groups of the file."""
    return [_parse(), _mint(), _verify(), _read()]
