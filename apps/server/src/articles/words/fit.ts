import { keptBySize } from '../../kept/kept-by-size.ts'
import { exactly, isWhole, mayBePart, type Reading, type Term } from './asked-terms.ts'
import { asStored, isSlip, type Piece, piecesOf, tokensOf, mayHaveSlips } from './words.ts'

export type Mark = { from: number; to: number }
export type Fit = 'exact' | 'part' | 'slip'

/** Tokens of a text: all of them, and the words without stems. */
export type Tokens = { all: ReadonlySet<string>; words: readonly string[] }

/** How a term matches a text with these tokens; null: it does not. */
export function fitOf(term: Term, { all, words }: Tokens, way: Reading['way']): Fit | null {
  const exact = exactly(term)
  if (isWhole(term) ? exact.every((one) => all.has(one)) : exact.some((one) => all.has(one))) return 'exact'
  const alike = term.alike?.find((tokens) => tokens.every((one) => all.has(one)))
  if (alike) return alike[0]?.startsWith('^') ? 'slip' : 'exact'
  if (mayBePart(term) && words.some((word) => word.startsWith(term.word))) return 'part'
  if (way !== 'words' && mayHaveSlips(term.word) && words.some((word) => isSlip(word, term.word))) return 'slip'
  return null
}

/** Characters of all names whose tokens are kept. Of Chinese, each may become a token. */
const MOST_KEPT = 500_000
const kept = keptBySize<Tokens>(MOST_KEPT)

/** The tokens of a name that is looked at again and again. */
export function tokensOfName(name: string): Tokens {
  const known = kept.get(name)
  if (known) return known
  const tokens = tokensIn(name)
  kept.set(name, tokens, name.length)
  return tokens
}

export function tokensIn(text: string): Tokens {
  const all = tokensOf(text)
  return { all: new Set(all), words: all.filter((token) => !/^[*^]/.test(token)) }
}

/** Positions of the matches in a text: in order, without overlaps. */
export function marksIn(text: string, { terms, way }: Reading): Mark[] {
  const marks: Mark[] = []
  const found = piecesOf(text).filter((piece) => terms.some((term) => isMeant(piece, term, way)))
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    const last = marks.at(-1)
    if (last && start <= last.to) last.to = Math.max(last.to, end)
    else marks.push({ from: start, to: end })
  }
  return marks
}

function isMeant({ word }: Piece, term: Term, way: Reading['way']): boolean {
  if (term.alike && asStored(word).some((token) => term.alike?.some((tokens) => tokens.includes(token)))) return true
  if (isWhole(term)) return term.pieces.includes(word)
  if (word === term.word || (mayBePart(term) && word.startsWith(term.word))) return true
  // Two words with one stem begin alike.
  if (word.slice(0, 2) === term.word.slice(0, 2) && asStored(word)[1] !== undefined && asStored(word)[1] === asStored(term.word)[1])
    return true
  return way !== 'words' && mayHaveSlips(term.word) && isSlip(word, term.word)
}
