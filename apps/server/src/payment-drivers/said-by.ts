const MOST = 300

/** The first of a gateway's words that says something, cut to what is kept. */
export function saidBy(...words: unknown[]): string | null {
  const said = words.find((word) => typeof word === 'string' && word.trim() !== '')
  return typeof said === 'string' ? said.trim().slice(0, MOST) : null
}
