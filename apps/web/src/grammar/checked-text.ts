import type { GrammarMatch } from '@portico/contract/grammar'

export interface Marked {
  text: string
  /** Mistakes in text order, without overlaps. */
  matches: GrammarMatch[]
}
/** A text with marks, and its states before and after each step. */
export interface CheckedText extends Marked {
  past: Marked[]
  future: Marked[]
  /** true: the last step was one character, and the next one joins it. */
  typing: boolean
}

const MOST_STEPS = 200

export const unmarked = (text: string): CheckedText => ({ text, matches: [], past: [], future: [], typing: false })

/** The state after typing: marks move along; those in changed words go. */
export function typed(now: CheckedText, text: string): CheckedText {
  if (text === now.text) return now
  const isStroke = Math.abs(text.length - now.text.length) === 1 && !/\s/.test(insertedIn(now.text, text))
  const next = { text, matches: moved(now.text, text, now.matches) }
  return now.typing && isStroke ? { ...now, ...next, future: [] } : step(now, next, isStroke)
}

export function accepted(now: CheckedText, match: GrammarMatch, replacement: string): CheckedText {
  return step(
    now,
    replaced(now, (one) => (one === match ? replacement : null)),
  )
}

/** Takes the first suggestion of each mark that has any. */
export function acceptedAll(now: CheckedText): CheckedText {
  return step(
    now,
    replaced(now, (match) => match.replacements[0] ?? null),
  )
}

export function ignored(now: CheckedText, match: GrammarMatch): CheckedText {
  return step(now, { text: now.text, matches: now.matches.filter((one) => one !== match) })
}

/** The answer for a text, which may have changed since. */
export function checked(now: CheckedText, asked: string, matches: GrammarMatch[]): CheckedText {
  return { ...now, matches: moved(asked, now.text, matches), typing: false }
}

export function undone(now: CheckedText): CheckedText {
  const before = now.past.at(-1)
  return before ? { ...before, past: now.past.slice(0, -1), future: [markedOf(now), ...now.future], typing: false } : now
}

export function redone(now: CheckedText): CheckedText {
  const [after, ...future] = now.future
  return after ? { ...after, past: [...now.past, markedOf(now)], future, typing: false } : now
}

const markedOf = ({ text, matches }: Marked): Marked => ({ text, matches })

function step(now: CheckedText, next: Marked, typing = false): CheckedText {
  return { ...next, past: [...now.past, markedOf(now)].slice(-MOST_STEPS), future: [], typing }
}

/** Replaces marks. `choose`: the replacement; null: keep the mark. */
function replaced({ text, matches }: Marked, choose: (match: GrammarMatch) => string | null): Marked {
  let [built, from] = ['', 0]
  const left: GrammarMatch[] = []
  for (const match of matches) {
    built += text.slice(from, match.offset)
    from = match.offset + match.length
    const chosen = choose(match)
    if (chosen === null) left.push({ ...match, offset: built.length })
    built += chosen ?? text.slice(match.offset, from)
  }
  return { text: built + text.slice(from), matches: left }
}

/** Marks of one text moved to another that differs in one place. */
function moved(from: string, to: string, matches: GrammarMatch[]): GrammarMatch[] {
  const [start, end] = differenceOf(from, to)
  const by = to.length - from.length
  // A letter typed at the edge of a word changes the word; a space or a full stop does not.
  const edge = start === end && !/[\p{L}\p{N}]/u.test(insertedIn(from, to)) ? 0 : 1
  return matches.flatMap((match) => {
    if (match.offset + match.length + edge <= start) return [match]
    return match.offset >= end + edge ? [{ ...match, offset: match.offset + by }] : []
  })
}

/** Where two texts differ: positions in `from`. */
function differenceOf(from: string, to: string): [start: number, end: number] {
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && from[start] === to[start]) start++
  let same = 0
  while (same < shorter - start && from[from.length - 1 - same] === to[to.length - 1 - same]) same++
  return [start, from.length - same]
}

function insertedIn(from: string, to: string): string {
  const [start, end] = differenceOf(from, to)
  return to.slice(start, end + to.length - from.length)
}
