// Generated from docs/schemas/report-1.json by npm run types.

/**
 * The whole audit of one answer; it speaks of the text with this digest and of no other.
 */
export interface TekmeriaAuditReport {
  schema: "tekmeria.report/1";
  verdict: "fail" | "incomplete" | "warn" | "pass";
  reasons: Reason[];
  metrics: Metrics;
  policy: Policy;
  answer: AnswerFacts;
  audited_at: string | null;
  versions: Versions;
  sentences: JudgedSentence[];
  citations: JudgedCitation[];
  foreign: JudgedReference[];
  marks: Mark[];
  passages: CitedPassage[];
  records: CitedRecord[];
}
/**
 * One reason for the overall verdict: the outcome it causes, its id, how often it occurs.
 */
export interface Reason {
  outcome: "fail" | "incomplete" | "warn" | "pass";
  id:
    | "forged"
    | "malformed"
    | "unavailable"
    | "notices_unchecked"
    | "withdrawn"
    | "quote_mismatch"
    | "prose_quote_mismatch"
    | "uncited"
    | "invalid_only"
    | "retracted"
    | "concern"
    | "qualified"
    | "not_as_issued"
    | "foreign_unchecked"
    | "nothing_to_check"
    | "preprint"
    | "version_changed"
    | "figures";
  count: number;
}
/**
 * The figures of an audit; a ratio without a denominator is null.
 */
export interface Metrics {
  citations: number;
  by_verdict: Counts;
  validity: number | null;
  claims: number;
  claims_cited: number;
  coverage: number | null;
  quotes: number;
  quotes_verbatim: number;
  quote_accuracy: number | null;
  fabricated: number;
  retracted_cited: number;
  foreign: number;
  foreign_unchecked: number;
  figures: number;
  figures_found: number;
  exempt_sentences: number;
  exempt_words: number;
}
/**
 * Citations by verdict.
 */
export interface Counts {
  malformed: number;
  forged: number;
  unavailable: number;
  withdrawn: number;
  quote_mismatch: number;
  ok: number;
}
/**
 * What the audit compares with and what fails an answer.
 */
export interface Policy {
  fail_on: string[];
  against: string;
  elision: boolean;
  prose_quotes_fail: boolean;
}
/**
 * What was audited: ``text`` or ``claims``, SHA-256 of its UTF-8 (of the claims' canonical JSON), code points.
 */
export interface AnswerFacts {
  form: "text" | "claims";
  sha256: string;
  length: number;
}
/**
 * The versions of everything that can change a verdict.
 */
export interface Versions {
  contract: string;
  fold: number;
  sentences: number;
  addressing: number[];
}
/**
 * A sentence with its status; ``citations`` are indices; ``figures`` is null where nothing could be compared.
 */
export interface JudgedSentence {
  index: number;
  text: string;
  kind: "claim" | "heading" | "leadin" | "question" | "reference" | "boilerplate";
  status: "cited" | "invalid_only" | "uncited" | "exempt";
  /**
   * @minItems 2
   * @maxItems 2
   */
  span: [unknown, unknown];
  claim: number | null;
  citations: number[];
  figures: Figure[] | null;
}
/**
 * A number of a claim, as written; ``state`` is ``found``, ``rounded`` or ``not_found`` in what it cites.
 */
export interface Figure {
  text: string;
  state: "found" | "rounded" | "not_found";
}
/**
 * A citation with its verdict (contract.md §7).
 */
export interface JudgedCitation {
  index: number;
  sentence: number | null;
  claim: number | null;
  handle: string | null;
  raw: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  span: [unknown, unknown];
  verdict: "malformed" | "forged" | "unavailable" | "withdrawn" | "quote_mismatch" | "ok";
  reason:
    | (
        | "too_long"
        | "no_scheme"
        | "unknown_scheme"
        | "id_shape"
        | "version_shape"
        | "no_path"
        | "path_shape"
        | "no_code"
        | "code_character"
        | "code_length"
        | "code_mismatch"
        | "retired_key"
        | "not_in_bundle"
        | "not_ascii"
        | "markup_inside"
        | "empty_quote"
        | "too_long_quote"
        | "unclosed_quote"
        | "note_in_bracket"
        | "range"
        | "mark_defined_twice"
        | "conflicting_codes"
        | "version_not_obtainable"
        | "source_unreachable"
        | "record_gone"
        | "passage_gone"
      )
    | null;
  support: "not_checked";
  flags: ("retracted" | "concern" | "preprint" | "version_changed")[];
  notes: (
    | "corrected"
    | "published"
    | "text_changed"
    | "not_as_issued"
    | "secondary"
    | "qualified"
    | "ends_mid_sentence"
    | "title_only"
    | "notices_unchecked"
    | "not_rechecked"
    | "quoted_words_not_found"
    | "ambiguous"
    | "inside_code"
  )[];
  repaired: string[];
  delimiter: string | null;
  quote: string | null;
  quote_span: [unknown, unknown] | null;
  origin: ("bracket" | "prose" | "blockquote" | "definition" | "structured") | null;
  checked_against: ("issued" | "current" | "both") | null;
  matched: ("exact" | "folded" | "unmarked" | "elided" | "title") | null;
  passage_span: [unknown, unknown] | null;
  class:
    | (
        | "refused_character"
        | "formatting"
        | "token_cut"
        | "spans_passages"
        | "other_passage"
        | "omission"
        | "number"
        | "sign"
        | "unit"
        | "comparison"
        | "negation"
        | "script"
        | "wording"
        | "absent"
      )
    | null;
  detail: string | null;
  closest: string | null;
  closest_span: [unknown, unknown] | null;
  similarity: number | null;
  omitted: string[];
  held_by: string | null;
  repair: string | null;
  repair_handle: string | null;
  links: Links | null;
}
/**
 * For people: the ``source``'s own page, and the same page scrolled to the ``quote``.
 */
export interface Links {
  source: string;
  quote: string | null;
}
/**
 * A foreign reference: ``matched`` to a record cited where it stands, or ``unchecked``.
 */
export interface JudgedReference {
  kind: string;
  value: string;
  state: "matched" | "unchecked";
  sentence: number | null;
  claim: number | null;
  /**
   * @minItems 2
   * @maxItems 2
   */
  span: [unknown, unknown];
}
/**
 * Another system's citation mark, as written.
 */
export interface Mark {
  text: string;
  sentence: number | null;
  claim: number | null;
  /**
   * @minItems 2
   * @maxItems 2
   */
  span: [unknown, unknown];
}
/**
 * A passage that was cited: its text as issued, its text now where that differs, its section label.
 */
export interface CitedPassage {
  handle: string;
  record: string;
  path: string;
  label: string | null;
  issued: string | null;
  current: string | null;
  issued_at: string | null;
  key: string;
}
/**
 * What is known of a cited record; ``notices`` is null where they could not be checked.
 */
export interface CitedRecord {
  record: string;
  title: string | null;
  identifiers: string[];
  link: string | null;
  version: string | null;
  preprint: boolean;
  published: string | null;
  notices: Notice[] | null;
  checked_at: string | null;
}
/**
 * A published statement against a record.
 */
export interface Notice {
  kind:
    | "addendum"
    | "concern"
    | "correction"
    | "corrigendum"
    | "erratum"
    | "partial_retraction"
    | "reinstatement"
    | "removal"
    | "retraction"
    | "withdrawal";
  date: string | null;
  id: string | null;
  source: string;
}
