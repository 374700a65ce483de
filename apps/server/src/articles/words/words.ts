import { stemmer } from 'stemmer'

// How texts are cut into words, for storing and for searching alike.

/** A piece of a text that can be searched for; `start` and `end` count UTF-16 units. */
export type Piece = { word: string; start: number; end: number }

/** Longest word in characters; longer ones are links and codes. */
const LONGEST = 40
/** Characters of a longer word that are normalised: sorting accents costs more than linear time. */
const LOOKED_AT = 10 * LONGEST
/** Most words stored per text. */
const MOST = 10_000
/** Parts of a compound such as `sing-box`, which is also found as `singbox`. */
const MOST_PARTS = 4

const LATIN = String.raw`(?:[[\p{L}\p{M}\p{N}]--\p{Script=Han}]+(?:['’]\p{L}+)*)`
const RUN = new RegExp(String.raw`(?<han>\p{Script=Han}+)|${LATIN}(?:[\-‐‑]${LATIN})*`, 'gv')
const PART = new RegExp(LATIN, 'gv')

export type Run = { text: string; start: number; isHan: boolean }

/** The stretches of a text between spaces, punctuation and changes of the script. */
export function runsOf(text: string): Run[] {
  return [...text.matchAll(RUN)].map((found) => ({ text: found[0], start: found.index, isHan: found.groups?.['han'] !== undefined }))
}

/** Searchable pieces: words in lower case, compounds also joined, and of Chinese each pair of characters and the last one. */
export function piecesOf(text: string): Piece[] {
  return runsOf(text).flatMap((run) => (run.isHan ? pairsOf(run) : wordsOf(run)))
}

/** Stored tokens of a text: its words, and English stems behind `*`. */
export function tokensOf(text: string): string[] {
  const tokens = new Set<string>()
  for (const { word } of piecesOf(text)) {
    if (tokens.size >= MOST) break
    for (const token of asStored(word)) tokens.add(token)
  }
  return [...tokens]
}

/** Stored tokens of a word: itself, and its stem. */
export function asStored(word: string): string[] {
  return /^[a-z]{3,}$/.test(word) ? [word, `*${stemmer(word)}`] : [word]
}

/** A word in lower case, with normal width and without apostrophes. */
export function plainWord(text: string): string {
  return text
    .slice(0, LOOKED_AT)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’\-‐‑]/g, '')
    .slice(0, LONGEST)
}

export function isHan(word: string): boolean {
  return /\p{Script=Han}/u.test(word)
}

function pairsOf({ text, start }: Run): Piece[] {
  const characters = Array.from(text)
  let at = start
  return characters.map((character, i) => {
    const word = character + (characters[i + 1] ?? '')
    const piece = { word, start: at, end: at + word.length }
    at += character.length
    return piece
  })
}

function wordsOf({ text, start }: Run): Piece[] {
  const parts = [...text.matchAll(PART)].map((found) => pieceAt(found[0], start + found.index))
  return parts.length < 2 || parts.length > MOST_PARTS ? parts : [...parts, pieceAt(text, start)]
}

function pieceAt(text: string, start: number): Piece {
  return { word: plainWord(text), start, end: start + text.length }
}

/** Words this long or longer may hold a typing error. */
const LEAST_TO_MISTYPE = 4

/** The word, and the word without each of its letters. Two words that differ by one slip share one of them. */
export function withoutOne(word: string): string[] {
  if (word.length < LEAST_TO_MISTYPE || isHan(word)) return []
  return [...new Set([word, ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))])]
}

/** Whether one letter added, removed, changed or swapped with its neighbour turns one word into the other. */
export function isSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  // Asked for every word of many texts: it makes no new strings.
  let from = 0
  while (from < one.length && one[from] === other[from]) from++
  let [to, otherTo] = [one.length, other.length]
  while (to > from && otherTo > from && one[to - 1] === other[otherTo - 1]) {
    to--
    otherTo--
  }
  const [left, otherLeft] = [to - from, otherTo - from]
  const isExchanged = left === 2 && otherLeft === 2 && one[from] === other[from + 1] && one[from + 1] === other[from]
  return isExchanged || (left <= 1 && otherLeft <= 1 && left + otherLeft > 0)
}
