import type { JudgedCitation, JudgedSentence, TekmeriaAuditReport } from "./report";

/** The verdict, why, and each sentence with its status in words and its citations. Text nodes only. */
export function Audit({ report }: { report: TekmeriaAuditReport }) {
  return (
    <>
      <h1>
        {report.verdict.toUpperCase()}: {report.metrics.claims_cited} of {report.metrics.claims} claims cited
      </h1>
      <ul aria-label="Reasons">
        {report.reasons.map((reason) => (
          <li key={reason.id}>
            {reason.id}: {reason.count}
          </li>
        ))}
      </ul>
      <ol aria-label="Sentences">
        {report.sentences.map((sentence) => (
          <Sentence key={sentence.index} sentence={sentence} citations={citationsOf(report, sentence)} />
        ))}
      </ol>
    </>
  );
}

function citationsOf(report: TekmeriaAuditReport, sentence: JudgedSentence): JudgedCitation[] {
  return sentence.citations.flatMap((index) => report.citations[index] ?? []);
}

function Sentence({ sentence, citations }: { sentence: JudgedSentence; citations: JudgedCitation[] }) {
  return (
    <li>
      <span class={sentence.status === "cited" || sentence.status === "exempt" ? "" : "problem"}>
        {sentence.status}
      </span>
      {": "}
      {sentence.text}
      <ul>
        {citations.map((citation) => (
          <li key={citation.index}>
            <span class={citation.verdict === "ok" ? "" : "problem"}>{citation.verdict}</span>{" "}
            <code>{citation.handle ?? citation.raw}</code>
            {citation.quote === null ? null : <q>{citation.quote}</q>}
          </li>
        ))}
      </ul>
    </li>
  );
}
