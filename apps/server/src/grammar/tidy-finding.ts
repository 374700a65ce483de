import { MAX_GRAMMAR_MATCHES } from '@portico/contract/grammar'
import type { Finding, Mistake } from './found-mistake.ts'

const MOST_REPLACEMENTS = 5
const LONGEST = { message: 500, shortMessage: 100, rule: 100, replacement: 500 }

/**
 * Puts what a checker said in order: mistakes by place, inside the text, none over another, 500 at most. Where some are left out at the
 * end, the text counts as checked up to there.
 */
export function tidyFinding(text: string, { language, checkedTo, mistakes }: Finding): Finding {
  const usable = mistakes.filter((mistake) => isInside(text, mistake)).map((mistake) => shorten(text, mistake))
  const tidy = withoutOverlaps(text.length, usable).toSorted((a, b) => a.offset - b.offset)
  const last = tidy[MAX_GRAMMAR_MATCHES - 1]
  const cut = last && tidy.length > MAX_GRAMMAR_MATCHES ? last.offset + last.length : text.length
  return { language, checkedTo: Math.min(checkedTo, cut), mistakes: tidy.slice(0, MAX_GRAMMAR_MATCHES) }
}

function isInside(text: string, { offset, length }: Mistake): boolean {
  const end = offset + length
  if (length <= 0 || offset < 0 || end > text.length) return false
  // Replacing half a surrogate pair would leave the other half.
  return text.slice(offset, end).isWellFormed()
}

/** Of overlapping mistakes, keeps one that has a replacement, then the shortest. */
function withoutOverlaps(textLength: number, mistakes: Mistake[]): Mistake[] {
  const taken = new Uint8Array(textLength)
  const rank = (mistake: Mistake): number => (mistake.replacements.length > 0 ? 0 : 1)
  const best = mistakes.toSorted((a, b) => rank(a) - rank(b) || a.length - b.length)
  return best.filter(({ offset, length }) => {
    if (taken.subarray(offset, offset + length).includes(1)) return false
    taken.fill(1, offset, offset + length)
    return true
  })
}

function shorten(text: string, { message, shortMessage, rule, replacements, ...rest }: Mistake): Mistake {
  const wrong = text.slice(rest.offset, rest.offset + rest.length)
  const usable = replacements.filter((one) => one !== wrong && one.length <= LONGEST.replacement && one.isWellFormed())
  return {
    ...rest,
    message: message.slice(0, LONGEST.message).toWellFormed(),
    shortMessage: shortMessage.slice(0, LONGEST.shortMessage).toWellFormed(),
    rule: rule.slice(0, LONGEST.rule).toWellFormed(),
    replacements: [...new Set(usable)].slice(0, MOST_REPLACEMENTS),
  }
}
