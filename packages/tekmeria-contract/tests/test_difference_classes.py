"""Planted changes of a known kind, alone and together, and unrelated text: each gets its class (contract.md §4)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tekmeria_contract.quotes import compare_quote

FRAME = (
    "In the {drug} arm {count} of {all} adults {verb} over {weeks} weeks, and the mean score fell by {change} points "
    "({sign}{slope} mm Hg per year; P{relation}{p}) with {dose} {unit} a day. Later, Ménière disease with "
    "10⁶ cells per mL was seen in {few} of them, whatever their Age."
)
_VALUES = {
    "drug": "dapavir",
    "count": "141",
    "all": "1,204",
    "verb": "did not relapse",
    "weeks": "26",
    "change": "0.85",
    "sign": "−",
    "slope": "2.4",
    "relation": "<",
    "p": "0.05",
    "dose": "50",
    "unit": "mg",
    "few": "five",
}
PASSAGE = FRAME.format(**_VALUES)

# Class, and for each of its changes the slot of the frame and what the quotation has there instead.
CHANGES: dict[str, list[tuple[str, list[str]]]] = {
    "number": [
        ("count", ["411", "14", "1410", "14.1"]),
        ("all", ["1,402", "1.204", "120"]),
        ("change", ["0.58", "85", "8.5"]),
        ("p", [".05", "0.5", "0.005"]),
        ("few", ["six", "two"]),
    ],
    "sign": [("sign", ["", "+", "±"])],
    "unit": [("unit", ["g", "μg", "mL", "MG"])],
    "comparison": [("relation", [">", "≤", "=", " ≥ "])],
    "negation": [
        (
            "verb",
            [
                "did relapse",
                "relapsed",
                "never did relapse",
                "failed to relapse",
                "did not not relapse",
                "not did relapse",
            ],
        )
    ],
    "script": [("drug", ["Dapavir", "DAPAVIR", "dápavir"])],
    "wording": [
        ("drug", ["lomicept", "dapavirine", "dapa vir"]),
        ("verb", ["did not respond", "did not really relapse", "did not re-lapse"]),
        ("unit", ["tablets", "mg twice"]),
    ],
}
_ORDER = list(CHANGES)


def _planted(seed: int, classes: list[str]) -> str:
    rng = Random(seed)
    values = dict(_VALUES)
    for cls in classes:
        slot, others = rng.choice(
            [change for change in CHANGES[cls] if values[change[0]] == _VALUES[change[0]]]
        )
        values[slot] = rng.choice(others)
    text = FRAME.format(**values)
    # Slices with all slots, so that the change is in them; the ends are the passage's own words.
    return text[rng.choice([0, 3]) :] if rng.random() < 0.5 else text.partition(", whatever")[0]


@pytest.mark.clause("Q50..Q52")
@given(st.integers(0, 2**32 - 1), st.sampled_from(_ORDER))
@settings(max_examples=300, deadline=None)
def test_a_planted_change_has_the_class_of_its_kind(seed: int, cls: str) -> None:
    match = compare_quote(_planted(seed, [cls]), PASSAGE)
    assert match.cls == cls, match


@pytest.mark.clause("Q50", "Q52")
@given(st.integers(0, 2**32 - 1), st.lists(st.sampled_from(_ORDER[:-1]), min_size=2, max_size=3, unique=True))
@settings(max_examples=200, deadline=None)
def test_of_several_kinds_the_first_of_the_list_is_the_class(seed: int, kinds: list[str]) -> None:
    match = compare_quote(_planted(seed, kinds), PASSAGE)
    assert match.cls == min(kinds, key=_ORDER.index)


@pytest.mark.clause("Q52")
@given(st.integers(0, 2**32 - 1), st.sampled_from(["number", "sign", "comparison", "script"]))
@settings(max_examples=200, deadline=None)
def test_other_words_make_it_one_of_wording_whatever_else_differs(seed: int, kind: str) -> None:
    assert compare_quote(_planted(seed, [kind, "wording"]), PASSAGE).cls == "wording"


_OTHER_TOPICS = (
    "The {n} children in the {w} of the school were asked with whom they had {v} in the last {n} days (P<0.{n}).",
    "Of {n} samples from the river, {n}% did not hold any {w}, and the {v} was never repeated with 5 mg.",
    "Risk of {w} was not lower in the {n} villages that {v} by themselves (HR 0.{n}; 95% CI, 0.{n} to 1.{n}).",
    "In {n} of {n} households a {w} was {v} over the years, which cost about {n} mg per mL of time.",
    "{n} mL of {w} at {n} °C and −{n} mm Hg were {v} for {n} weeks.",
)


@pytest.mark.clause("Q52")
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=300, deadline=None)
def test_unrelated_text_is_absent_though_it_shares_small_words_numbers_and_units(seed: int) -> None:
    rng = Random(seed)
    values = {"w": rng.choice(["harvest", "lantern", "orchard"]), "v": rng.choice(["sung", "baked", "sold"])}
    text = rng.choice(_OTHER_TOPICS).replace("{n}", str(rng.randint(2, 99))).format(**values)
    words = text.split()
    first = rng.randrange(len(words) - 8)
    match = compare_quote(" ".join(words[first : first + rng.randint(8, 20)]), PASSAGE)
    assert (match.cls, match.repair) == ("absent", None)


@pytest.mark.clause("Q50")
@pytest.mark.parametrize(("passage", "quote"), [
    ("Treatment was given without surgery to all.", "Treatment was given with surgery to all"),
    ("The drug had no effect on mortality here.", "The drug had an effect on mortality here"),
    ("The drug did not reduce mortality in adults.", "The drug reduced mortality in adults"),
    ("The drug reduced mortality in adults.", "The drug didn't reduce mortality in adults"),
    ("A lack of benefit was seen in adults.", "A benefit was seen in adults"),
    ("This was unlikely to change the outcome.", "This was likely to change the outcome"),
    ("El fármaco no redujo la mortalidad.", "El fármaco redujo la mortalidad"),
    ("Patients sans traitement ont guéri.", "Patients avec traitement ont guéri"),
    ("Das Mittel zeigte keine Wirkung bei Kindern.", "Das Mittel zeigte eine Wirkung bei Kindern"),
    ("该药物不能降低成人死亡率。", "该药物能降低成人死亡率"),
    ("この薬は死亡率を低下させなかった。", "この薬は死亡率を低下させた"),
])  # fmt: skip
def test_a_negation_lost_or_put_is_named_in_any_of_its_ways(passage: str, quote: str) -> None:
    assert compare_quote(quote, passage).cls == "negation"


@pytest.mark.clause("Q50")
@pytest.mark.parametrize(("passage", "quote", "cls"), [
    # A number or a negator beyond the end of the quote is nothing that the quote says otherwise.
    ("There were 5999 adults who took part in it.", "adults who took parts in it", "wording"),
    ("Some mortality remained, not less in adults.", "Some mortality remains", "wording"),
    ("It fell by 20% in adults.", "It fell by twenty in adults", "wording"),
    ("It fell after surgery in adults.", "It fell surgery in adults", "wording"),
    ("More adults relapsed later on.", "Fewer adults relapsed later on", "comparison"),
    ("It was 39.0 °C or more on day 3.", "It was 38.0 °C or more on day 3", "number"),
    ("It was seen in one of the arms.", "It was seen in two of the arms", "number"),
    ("It was seen in one of the arms.", "It was seen in all of the arms", "wording"),
])  # fmt: skip
def test_a_class_is_what_the_words_themselves_explain(passage: str, quote: str, cls: str) -> None:
    assert compare_quote(quote, passage).cls == cls


_ADDED = (
    "<b>{}</b>",
    "<i>{}</i>",
    "<span class='x'>{}</span>",
    "~~{}~~",
    "'{}'",
    '"{}"',
    "<mark>{}",
    "\n> {}",
    "\n# {}",
)


@pytest.mark.clause("Q46")
@given(st.integers(0, 2**32 - 1), st.sampled_from(_ADDED))
@settings(max_examples=200, deadline=None)
def test_what_only_formatting_added_is_named_so_unless_the_words_differ_too(seed: int, added: str) -> None:
    rng = Random(seed)
    words = ["In", "the", "dapavir", "arm", "141", "adults", "did", "relapse", "over", "26", "weeks"]
    at = rng.randrange(len(words))
    quote = " ".join([*words[:at], added.format(words[at]), *words[at + 1 :]])
    passage = f"Before it. {' '.join(words)}. After it."
    match = compare_quote(quote, passage)
    assert match.cls == "formatting" and match.repair is not None
    assert compare_quote(match.repair, passage).verbatim
    assert compare_quote(quote.replace("relapse", "respond"), passage).cls == "wording"
    assert compare_quote(quote.replace("141", "114"), passage).cls == "number"


@pytest.mark.clause("Q46")
@pytest.mark.parametrize(("passage", "quote"), [
    ("They called it “a success” in all.", "They called it a success in all"),
    ("They called it “a success” in all.", "They called it 'a success' in all"),
    ("They called it a success in all.", 'They called it "a success" in all'),
    ("They called it a success in all.", "> They called it a success\n> in all"),
])  # fmt: skip
def test_quotation_marks_put_lost_or_of_another_kind_are_formatting(passage: str, quote: str) -> None:
    assert compare_quote(quote, passage).cls == "formatting"


@pytest.mark.clause("Q46", "Q50")
@pytest.mark.parametrize("quote", ["in all (P > 0.05)", "in all (P >0.05)", "in all (P>0.05)"])
def test_a_comparison_put_is_no_formatting(quote: str) -> None:
    assert compare_quote(quote, "It fell in all (P 0.05).").cls == "comparison"
