const MOST_CHARACTERS = 300

/** The first text of a gateway's answer that is not empty, cut to the length that is stored; null: none. */
export function firstText(...words: unknown[]): string | null {
  const said = words.find((word) => typeof word === 'string' && word.trim() !== '')
  return typeof said === 'string' ? said.trim().slice(0, MOST_CHARACTERS) : null
}
