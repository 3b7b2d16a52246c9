/** A half-open span in Unicode code points, as reports hold them; JavaScript's own indices count UTF-16 units. */
export type Span = readonly [number, number];

/** The text of each span, in one pass over `text`. Spans may be in any order and may overlap. */
export function slices(text: string, spans: readonly Span[]): string[] {
  const wanted = new Map<number, number>(spans.flat().map((point) => [point, text.length]));
  let points = 0;
  for (let unit = 0; unit < text.length; points += 1) {
    if (wanted.has(points)) wanted.set(points, unit);
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }
  return spans.map(([start, end]) => text.slice(wanted.get(start), wanted.get(end)));
}
