import { partsOf, type Synonyms } from './synonyms.ts'
import { asStored, corrected, isHan, piecesOf, plainWord, runsOf, soundToken } from './words.ts'

/**
 * A word or a run of Chinese in a query. `pieces`: its parts, if it has several. `alike`: words that mean the same, each as tokens that
 * must all stand in a text.
 */
export type Term = { word: string; pieces: string[]; alike?: string[][] }
/**
 * An interpretation of a query. `words`: as typed. `slips`: each word may have typing errors, or only sound alike. `some`: half of the smallest pieces
 * suffice.
 */
export type Reading = { way: 'words' | 'slips' | 'some'; terms: Term[]; need: number }

/** Most terms of a query; the rest is ignored. */
const MOST_TERMS = 12

const IDLE = new Set(
  'a an and are as at be by can do does for from get how i if in into is it its me my of on or our that the their this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)
/** Parts of a Chinese query that carry no meaning for search. */
const IDLE_HAN =
  /为什么|什么时候|怎么样|怎么办|是不是|能不能|可不可以|有没有|什么|怎么|怎样|如何|为何|哪里|哪些|哪个|可以|请问|多少|一下|我的|[的了吗呢吧啊呀嘛]/g

const NO_SYNONYMS: Synonyms = { groups: new Map(), pattern: null }

/** The readings of a question, the strictest first; none if there is nothing to look for. */
export function readingsOf(question: string, synonyms = NO_SYNONYMS): Reading[] {
  const parts = partsOf(corrected(question), synonyms)
  const busy = parts.flatMap((part) => cut(part, true))
  const terms = unique(busy.length > 0 ? busy : parts.flatMap((part) => cut(part, false)))
  const split = unique(terms.flatMap((term) => (isHan(term.word) ? [term] : inPieces(term))))
  const small = unique(terms.flatMap(inPieces))
  const readings: Reading[] = [
    { way: 'words', terms, need: terms.length },
    { way: 'slips', terms: split.map(asItSounds), need: split.length },
    { way: 'some', terms: small, need: Math.ceil(small.length / 2) },
  ]
  return readings.filter(({ way, terms: { length } }) => length > (way === 'some' ? 1 : 0))
}

/** Tokens for an exact match: of a run of Chinese all must stand in a text, of a word any. */
export function exactly({ word, pieces }: Term): string[] {
  if (isWhole({ word, pieces })) return pieces
  return isHan(word) ? [word] : asStored(word)
}

/** Whether a term is a run of Chinese, whose pieces must all be found. */
export function isWhole({ word, pieces }: Term): boolean {
  return pieces.length > 0 && isHan(word)
}

/** Whether words that start with the term match: from two letters, or one Chinese character, which is only stored with its neighbour. */
export function mayBePart({ word, pieces }: Term): boolean {
  return pieces.length === 0 && (isHan(word) ? Array.from(word).length === 1 : word.length > 1)
}

function inPieces(term: Term): Term[] {
  return term.pieces.length === 0 || term.alike ? [term] : term.pieces.map((word) => ({ word, pieces: [] }))
}

/** In Chinese, a slip sounds like what was meant. */
function asItSounds(term: Term): Term {
  const pairs = term.pieces.length > 0 ? term.pieces : [term.word]
  if (!isHan(term.word) || pairs.some((pair) => pair.length < 2)) return term
  return { ...term, alike: [...(term.alike ?? []), pairs.map(soundToken)] }
}

function unique(terms: Term[]): Term[] {
  return [...new Map(terms.map((term) => [term.word, term])).values()].slice(0, MOST_TERMS)
}

function cut({ text, alike }: { text: string; alike: string[][] }, isBusy: boolean): Term[] {
  if (alike.length > 0) return [{ ...(isHan(text) ? hanTerm(text) : { word: plainWord(text), pieces: [] }), alike }]
  return runsOf(text).flatMap((run): Term[] => {
    if (run.isHan) return (isBusy ? run.text.split(IDLE_HAN).filter(Boolean) : [run.text]).map(hanTerm)
    const pieces = piecesOf(run.text).map(({ word }) => word)
    const whole = pieces.at(-1) ?? ''
    const isCompound = pieces.length > 1 && whole === pieces.slice(0, -1).join('')
    if (isCompound) return [{ word: whole, pieces: pieces.slice(0, -1) }]
    return pieces.filter((word) => !isBusy || !IDLE.has(word)).map((word) => ({ word, pieces: [] }))
  })
}

function hanTerm(word: string): Term {
  // In a run of three or more, the last character alone is no piece.
  const pairs = piecesOf(word)
    .map((piece) => piece.word)
    .slice(0, -1)
  return { word, pieces: pairs.length > 1 ? [...new Set(pairs)] : [] }
}
