import { asStored } from './words.ts'
import { exactly, isWhole, type Reading } from './asked-terms.ts'
import { type Mark, marksIn } from './fit.ts'

export type MarkedText = { text: string; marks: Mark[] }

const [LENGTH, BEFORE] = [160, 40]

/** A text with what was asked for marked in it. */
export function marked(text: string, reading: Reading): MarkedText {
  return { text, marks: marksIn(text, reading) }
}

/** The stretch of a text around the first thing that was asked for, or its beginning. `near`: other words that may stand there. */
export function excerptOf(text: string, reading: Reading, near: string[]): MarkedText {
  const at = firstOf(text, [...reading.terms.flatMap(needlesOf), ...near])
  const from = at <= BEFORE ? 0 : startNear(text, at - BEFORE, at)
  const to = endNear(text, from + LENGTH)
  const shown = `${from > 0 ? '…' : ''}${text.slice(from, to).replaceAll(/^[\s·]+|[\s·]+$/g, '')}${to < text.length ? '…' : ''}`
  return marked(shown, reading)
}

/** Shorter blocks that do not end like a sentence are headings, cells and labels of buttons. */
const SENTENCE = 60
const ENDS = /[.!?:;。！？：；…]["'”’)）」]*$/

/**
 * The sentences of a text whose blocks stand apart by ` · `. Headings are left out unless they name what was asked for; then what is
 * below them stays too. The whole text if it has no sentences.
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

/** What of a term to look for: a stem is shorter than its words, and its last letter may be another one. */
function needlesOf(term: Reading['terms'][number]): string[] {
  if (isWhole(term)) return term.pieces
  const stem = exactly(term)[1]?.slice(1)
  return stem === undefined ? asStored(term.word) : [term.word, stem.length > 4 ? stem.slice(0, -1) : stem]
}

/** 0 if none of them begins a word. */
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

/** Behind a space if one is near, and never inside a character of two units. */
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
