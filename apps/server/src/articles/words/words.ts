import { stemmer } from 'stemmer'
import { soundOf } from './sounds.ts'

// How texts are cut into words, for storing and for searching alike.

/** A piece of a text that can be searched for; `start` and `end` count UTF-16 units. */
export type Piece = { word: string; start: number; end: number }

/** Longest word in characters; longer ones are links and codes. */
const LONGEST = 40
/** Characters of a longer word that are normalised: sorting accents costs more than linear time. */
const LOOKED_AT = 10 * LONGEST
/** Most words stored per text. */
const MOST = 20_000
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

/** Common misspellings in Chinese and what is meant, of the same length. */
const MISSPELT: Record<string, string> = {
  帐: '账',
  登陆: '登录',
  其它: '其他',
  充直: '充值',
  冲值: '充值',
  定阅: '订阅',
  扫瞄: '扫描',
  按装: '安装',
  连结: '链接',
  套歺: '套餐',
  涮新: '刷新',
  蜜码: '密码',
  验正码: '验证码',
  优惠卷: '优惠券',
  礼品劵: '礼品券',
  劵: '券',
  余颌: '余额',
  推款: '退款',
  客服端: '客户端',
  下栽: '下载',
  教成: '教程',
  续废: '续费',
}
const MISSPELLINGS = new RegExp(
  Object.keys(MISSPELT)
    .toSorted((a, b) => b.length - a.length)
    .join('|'),
  'g',
)

/** A text as it was meant, with every character in its place. */
export function corrected(text: string): string {
  return text.replace(MISSPELLINGS, (found) => MISSPELT[found] ?? found)
}

/** Searchable pieces: words in lower case, compounds also joined, and of Chinese each pair of characters and the last one. */
export function piecesOf(text: string): Piece[] {
  return runsOf(corrected(text)).flatMap((run) => (run.isHan ? pairsOf(run) : wordsOf(run)))
}

/** Stored tokens of a text: its words, English stems behind `*`, and Chinese sounds behind `^`. */
export function tokensOf(text: string): string[] {
  const tokens = new Set<string>()
  for (const { word } of piecesOf(text)) {
    if (tokens.size >= MOST) break
    for (const token of asStored(word)) tokens.add(token)
  }
  return [...tokens]
}

/** Stored tokens of a word: itself, and its stem; of two Chinese characters, their sound. */
export function asStored(word: string): string[] {
  if (word.length > 1 && isHan(word)) return [word, soundToken(word)]
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

/** The token of how a pair of Chinese characters sounds. */
export function soundToken(pair: string): string {
  return `^${soundOf(pair)}`
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

/** Words this long or longer may hold a typing error, and two. */
const [LEAST_TO_MISTYPE, LEAST_FOR_TWO] = [4, 8]
/** Longer words may hold one error: the places of two are too many to store. */
const LONGEST_FOR_TWO = 16

/** The word, and the word without each of its letters, or each two. Two words that differ by slips share one of them. */
export function withoutSome(word: string): string[] {
  if (!mayHaveSlips(word)) return []
  const one = withoutOne(word)
  return [...new Set([word, ...one, ...(mayHaveTwo(word) ? one.flatMap(withoutOne) : [])])]
}

/** Whether a word is long enough to be mistyped and still be told. */
export function mayHaveSlips(word: string): boolean {
  return word.length >= LEAST_TO_MISTYPE && !isHan(word)
}

function withoutOne(word: string): string[] {
  return Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))
}

function mayHaveTwo({ length }: string): boolean {
  return length >= LEAST_FOR_TWO && length <= LONGEST_FOR_TWO
}

/** Whether a word may have been typed for another: one letter added, removed, changed or swapped with its neighbour; two in a long word. */
export function isSlip(word: string, typed: string): boolean {
  const most = mayHaveTwo(word) && mayHaveTwo(typed) ? 2 : 1
  // Asked for every word of many texts: most are told apart by their letters.
  if (Math.abs(word.length - typed.length) > most || unlikeness(word, typed) > 2 * most) return false
  return word !== typed && isWithin(word, typed, 0, 0, most)
}

/** Letters, as bits, that only one of the words has. */
function unlikeness(one: string, other: string): number {
  let bits = lettersOf(one) ^ lettersOf(other)
  let count = 0
  for (; bits !== 0; bits &= bits - 1) count++
  return count
}

function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

/** Whether so many slips turn the rest of one word into the rest of the other. */
function isWithin(one: string, other: string, from: number, otherFrom: number, most: number): boolean {
  let [at, otherAt] = [from, otherFrom]
  while (at < one.length && one[at] === other[otherAt]) {
    at++
    otherAt++
  }
  if (at === one.length || otherAt === other.length) return one.length - at + other.length - otherAt <= most
  if (most === 0) return false
  const isSwapped = one[at] === other[otherAt + 1] && one[at + 1] === other[otherAt]
  return (
    (isSwapped && isWithin(one, other, at + 2, otherAt + 2, most - 1)) ||
    isWithin(one, other, at + 1, otherAt + 1, most - 1) ||
    isWithin(one, other, at + 1, otherAt, most - 1) ||
    isWithin(one, other, at, otherAt + 1, most - 1)
  )
}
