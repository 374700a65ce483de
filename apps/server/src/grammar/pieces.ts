/** A part of a text that is checked at once. `text` has its length, with placeholders where nothing is checked. */
export type Piece = { text: string; start: number }

/** Harper's time and memory grow faster than a text, and much faster than a word. */
const PIECE = 1_000
const LONGEST_WORD = 60

/**
 * Cuts a text into pieces of 1,000 UTF-16 units at most: after a paragraph if one ends in the second half, else a sentence, else a word.
 */
export function piecesOf(text: string): Piece[] {
  const masked = maskLongRuns(text)
  const pieces: Piece[] = []
  for (let start = 0; start < masked.length; start = endOf(pieces)) {
    const window = masked.slice(start, start + PIECE)
    const rest = masked.length - start
    pieces.push({ text: rest > PIECE ? window.slice(0, cutOf(window)) : window, start })
  }
  return pieces
}

export function endOf(pieces: Piece[]): number {
  const last = pieces.at(-1)
  return last ? last.start + last.text.length : 0
}

/** Runs without a space that are no words, such as addresses and Chinese sentences, become digits, which are never wrong. */
function maskLongRuns(text: string): string {
  return text.replace(new RegExp(`\\S{${LONGEST_WORD + 1},}`, 'g'), (run) => '1'.repeat(run.length))
}

function cutOf(window: string): number {
  const ends = [/\n/g, /[.!?]["')\]]?\s/g, /\s/g].map((end) => lastEnd(window, end))
  return ends.find((end) => end > PIECE / 2) ?? window.length
}

function lastEnd(window: string, end: RegExp): number {
  const last = [...window.matchAll(end)].at(-1)
  return last ? last.index + last[0].length : 0
}

/** Whether most letters are Latin. A text without letters counts as such. */
export function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  return latin * 2 >= letters
}
