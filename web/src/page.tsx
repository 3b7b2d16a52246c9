import { render } from "preact";
import { useState } from "preact/hooks";
import { Audit } from "./audit";
import { readReport, UnreadableReport } from "./reading";
import type { TekmeriaAuditReport } from "./report";

type Shown = { report: TekmeriaAuditReport } | { problem: string } | null;

/** The page that shows a report dropped on it or chosen as a file; it asks no network. */
export function Page() {
  const [shown, show] = useState<Shown>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      show({ report: readReport(await file.text()) });
    } catch (error) {
      if (!(error instanceof UnreadableReport)) throw error;
      show({ problem: error.message });
    }
  };
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <label>
        An audit report: drop it here, or choose it:{" "}
        <input type="file" accept=".json" onChange={(event) => void take(event.currentTarget.files?.[0])} />
      </label>
      {shown !== null && "problem" in shown ? <p role="alert">{shown.problem}</p> : null}
      {shown !== null && "report" in shown ? <Audit report={shown.report} /> : null}
    </div>
  );
}

const place = document.getElementById("audit");
if (place !== null) render(<Page />, place);
