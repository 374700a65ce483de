import { asStored } from './words.ts'
import { exactly, isWhole, type Reading } from './asked-terms.ts'
import { type Mark, marksIn } from './fit.ts'

export type MarkedText = { text: string; marks: Mark[] }

const [LENGTH, BEFORE] = [160, 40]

/** The text with the matches of a reading marked. */
export function marked(text: string, reading: Reading): MarkedText {
  return { text, marks: marksIn(text, reading) }
}

/** The part of a text around its first match, else its start. `near`: other words that count as a match. */
export function excerptOf(text: string, reading: Reading, near: string[]): MarkedText {
  const at = firstOf(text, [...reading.terms.flatMap(needlesOf), ...near])
  const from = at <= BEFORE ? 0 : startNear(text, at - BEFORE, at)
  const to = endNear(text, from + LENGTH)
  const shown = `${from > 0 ? '…' : ''}${text.slice(from, to).replaceAll(/^[\s·]+|[\s·]+$/g, '')}${to < text.length ? '…' : ''}`
  return marked(shown, reading)
}

/** Blocks shorter than this without sentence end are headings, cells and labels. */
const SENTENCE = 60
const ENDS = /[.!?:;。！？：；…]["'”’)）」]*$/

/**
 * The sentences of a text whose blocks are joined by ` · `. Headings stay only if they match, then with the text below. Without sentences:
 * the whole text.
 */
export function sentencesOf(text: string, reading: Reading, near: string[]): string {
  const blocks = text.split(' · ')
  const isSentence = (block: string): boolean => block.length >= SENTENCE || ENDS.test(block)
  const names = (block: string): boolean => marksIn(block, reading).length > 0 || near.some((word) => block.toLowerCase().includes(word))
  const named = blocks.map((block) => !isSentence(block) && names(block))
  const kept = blocks.flatMap((block, i) => (isSentence(block) || named[i] || named[i - 1] ? [block] : []))
  if (!kept.some(isSentence)) return text
  return kept.map((block, i) => (i === kept.length - 1 ? block : block + gapAfter(block, block.length < SENTENCE))).join('')
}

function gapAfter(block: string, isShort: boolean): string {
  const isHan = /[\p{Script=Han}。！？：；」）]$/u.test(block)
  if (ENDS.test(block)) return isHan ? '' : ' '
  if (!isShort) return ' · '
  return isHan ? '：' : ': '
}

/** Texts to look for, for a term. A stem is shorter than its words, and its last letter may differ. */
function needlesOf(term: Reading['terms'][number]): string[] {
  if (isWhole(term)) return term.pieces
  const stem = exactly(term)[1]?.slice(1)
  return stem === undefined ? asStored(term.word) : [term.word, stem.length > 4 ? stem.slice(0, -1) : stem]
}

/** Position of the first word that starts with a needle; 0: none. */
function firstOf(text: string, needles: string[]): number {
  const plain = text.toLowerCase()
  // Some letters are longer in lower case, and everything behind them would be off.
  if (plain.length !== text.length) return 0
  const places = needles.flatMap((needle) => {
    for (let at = plain.indexOf(needle); at >= 0; at = plain.indexOf(needle, at + 1)) {
      if (!/^[a-z]/.test(needle) || !/[\p{L}\p{N}]/u.test(plain[at - 1] ?? '') || /\p{Script=Han}/u.test(plain[at - 1] ?? '')) return [at]
    }
    return []
  })
  return places.length === 0 ? 0 : Math.min(...places)
}

/** A position near `from`, after a space if possible, never inside a surrogate pair. */
function startNear(text: string, from: number, until: number): number {
  const space = text.slice(from, until).search(/[\s。，！？；]/)
  const start = space < 0 ? from : from + space + 1
  return isLow(text, start) ? start + 1 : start
}

function endNear(text: string, to: number): number {
  if (to >= text.length) return text.length
  const space = text.slice(to - 20, to).lastIndexOf(' ')
  const end = space < 0 ? to : to - 20 + space
  return isLow(text, end) ? end - 1 : end
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
