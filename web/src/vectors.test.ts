import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { foldCharacters } from "./fold";
import { slices, type Span } from "./spans";

interface Case<Given, Expected> {
  id: string;
  clause: string;
  why: string;
  given: Given;
  expected: Expected;
}

interface Group {
  operation: string;
  accept: Case<never, never>[];
  reject: Case<never, never>[];
}

function cases<Given, Expected>(concern: string, operation: string, side: "accept" | "reject" = "accept") {
  const file = `../fixtures/vectors/${concern}.json`;
  const { groups } = JSON.parse(readFileSync(file, "utf-8")) as { groups: Group[] };
  const found = groups.find((group) => group.operation === operation)?.[side] ?? [];
  expect(found).not.toHaveLength(0);
  return found as unknown as Case<Given, Expected>[];
}

describe("vectors", () => {
  test("every single character folds as its row says", () => {
    for (const { id, given, expected } of cases<{ text: string }, { folded: string }>("folds", "fold_character")) {
      expect(foldCharacters(given.text), id).toBe(expected.folded);
    }
  });

  test("the span of an exact quote is the quote", () => {
    const exact = cases<{ quote: string; passage: string }, { span: Span; kind: string }>("quotes", "compare").filter(
      ({ expected }) => expected.kind === "exact",
    );
    expect(exact.some(({ given }) => given.passage.length > [...given.passage].length)).toBe(true);
    for (const { id, given, expected } of exact) {
      expect(slices(given.passage, [expected.span]), id).toEqual([given.quote]);
    }
  });

  test.each(["accept", "reject"] as const)("the spans of sentences hold all that is no white space: %s", (side) => {
    for (const { id, given, expected } of cases<{ text: string }, { spans: Span[] }>("sentences", "split", side)) {
      const pieces = slices(given.text, expected.spans);
      expect(pieces.join("").replace(/\s/gu, ""), id).toBe(given.text.replace(/\s/gu, ""));
      expect(pieces.map((piece) => piece.trim()), id).toEqual(pieces);
    }
  });
});
