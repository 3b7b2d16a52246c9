import { readFileSync } from "node:fs";
import { render } from "preact";
import { beforeEach, expect, test } from "vitest";
import { Audit } from "./audit";
import { readReport, UnreadableReport } from "./reading";

const demo = readFileSync("../fixtures/reports/demo.json", "utf8");
let place: HTMLElement;

beforeEach(() => {
  place = document.createElement("div");
});

test("the demo's report shows its verdict and each sentence with its status in words", () => {
  render(<Audit report={readReport(demo)} />, place);
  expect(place.querySelector("h1")?.textContent).toBe("FAIL: 2 of 6 claims cited");
  const sentences = [...place.querySelectorAll("ol > li")].map((item) => item.firstChild?.textContent);
  expect(sentences).toEqual(["cited", "invalid_only", "invalid_only", "invalid_only", "cited", "uncited"]);
});

test("each citation shows its verdict and its handle", () => {
  render(<Audit report={readReport(demo)} />, place);
  const verdicts = [...place.querySelectorAll("ol ul li")].map((item) => item.firstChild?.textContent);
  expect(verdicts).toEqual(["ok", "quote_mismatch", "forged", "malformed", "ok"]);
});

test("hostile text of a report stays text", () => {
  const report = readReport(demo);
  const [first] = report.sentences;
  if (first === undefined) throw new Error("the demo has sentences");
  first.text = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  render(<Audit report={report} />, place);
  expect(place.querySelector("img, script")).toBeNull();
  expect(place.textContent).toContain("<img src=x");
});

test.each(["", "not JSON", "[]", "null", '{"schema": "tekmeria.report/2"}'])("%j is refused with a remedy", (text) => {
  expect(() => readReport(text)).toThrow(UnreadableReport);
  expect(() => readReport(text)).toThrow(/report/);
});
