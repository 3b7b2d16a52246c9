import { FOLDED } from "./foldtable";

const BECOMES = new Map(FOLDED.flatMap(([put, characters]) => [...characters].map((character) => [character, put] as const)));

/** Text with its single characters folded, as the rows of the specification's fold table say; longer sequences stay. */
export function foldCharacters(text: string): string {
  return [...text].map((character) => BECOMES.get(character) ?? character).join("");
}
