import type { TekmeriaAuditReport } from "./report";

export const SCHEMA = "tekmeria.report/1";

export class UnreadableReport extends Error {}

/** Reads a report's JSON text. Throws {@link UnreadableReport} where it is not one this page can show. */
export function readReport(text: string): TekmeriaAuditReport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableReport("This file is not JSON, so no report. Drop the file that tekmeria audit --format json wrote.");
  }
  const schema = typeof value === "object" && value !== null && "schema" in value ? value.schema : undefined;
  if (schema !== SCHEMA) {
    throw new UnreadableReport(`This file is not an audit report (${SCHEMA}); its schema is ${String(schema)}.`);
  }
  return value as TekmeriaAuditReport;
}
