import { domainToASCII } from 'node:url'
import { type BlockedHours, WEEKDAYS, YouthDocument } from '@portico/contract/youth-rules'
import type { TemplateFault } from '@portico/contract/templates-admin'
import { isMap, isScalar, isSeq, LineCounter } from 'yaml'
import { Temporal } from 'temporal-polyfill'
import type { Blocked } from '../formats/feed-node.ts'
import { parseYaml } from './parse-yaml.ts'
import { placeholderFaults, TemplateError } from './template-text.ts'

/** The document with its lists merged for the profiles. */
export type YouthRules = { names: { zh: string; en: string }[]; blocked: Blocked; hours: BlockedHours[] }

/** A shorter word would match half of all names. */
const MIN_KEYWORD = 3

/** Reads the operator's document. Throws `TemplateError` with every fault in it. */
export function readYouthRules(text: string): YouthRules {
  throwIfAny(placeholderFaults(text, []))
  const counter = new LineCounter()
  const document = parseYaml(text, { lineCounter: counter })
  throwIfAny(document.errors.map(({ pos, message }) => ({ line: counter.linePos(pos[0]).line, code: 'unparsable', detail: message })))
  const lineOf = (path: readonly PropertyKey[]): number | null => {
    for (let length = path.length; length >= 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true)
      if ((isScalar(node) || isMap(node) || isSeq(node)) && node.range) return counter.linePos(node.range[0]).line
    }
    return null
  }
  const read = YouthDocument.safeParse(document.toJS({ maxAliasCount: 100 }))
  if (!read.success) {
    throw new TemplateError(
      read.error.issues.slice(0, 50).map(({ path, code }) => ({
        line: lineOf(path),
        code: path[0] === 'hours' && path.length > 1 ? 'bad_hours' : 'wrong_shape',
        detail: [...path, ...(code === 'unrecognized_keys' ? ['?'] : [])].join('.') || 'categories, hours',
      })),
    )
  }
  const { categories, hours } = read.data
  const faults: TemplateFault[] = []
  const [suffixes, keywords] = [new Set<string>(), new Set<string>()]
  for (const [at, category] of categories.entries()) {
    for (const [index, given] of (category.suffixes ?? []).entries()) {
      const suffix = domain(given)
      if (suffix === null) faults.push({ line: lineOf(['categories', at, 'suffixes', index]), code: 'bad_domain', detail: given })
      else suffixes.add(suffix)
    }
    for (const [index, word] of (category.keywords ?? []).entries()) {
      const isWord = word.length >= MIN_KEYWORD && word.length <= 60 && /^[a-z0-9.-]+$/.test(word)
      if (!isWord) faults.push({ line: lineOf(['categories', at, 'keywords', index]), code: 'bad_keyword', detail: word })
      else keywords.add(word)
    }
  }
  for (const [at, { from, to }] of hours.entries()) {
    if (from === to) faults.push({ line: lineOf(['hours', at]), code: 'bad_hours', detail: `${from}–${to}` })
  }
  throwIfAny(faults)
  return { names: categories.map(({ name }) => name), blocked: { suffixes: [...suffixes], keywords: [...keywords] }, hours }
}

/** Whether these hours block a moment, by the zone's clock. */
export function isResting(hours: readonly BlockedHours[], now: Date, zone: string): boolean {
  if (hours.length === 0) return false
  const { dayOfWeek, hour, minute } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const at = hour * 60 + minute
  const isOn = ({ days }: BlockedHours, day: number): boolean => days.some((name) => WEEKDAYS.indexOf(name) === day % 7)
  return hours.some((range) => {
    const [from, to] = [minutes(range.from), minutes(range.to)]
    if (from < to) return isOn(range, dayOfWeek) && from <= at && at < to
    // The part after midnight belongs to the day on which the night began.
    return (isOn(range, dayOfWeek) && at >= from) || (isOn(range, dayOfWeek + 6) && at < to)
  })
}

function minutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
}

/** A domain in its ASCII form; null: not a domain. */
function domain(given: string): string | null {
  // The conversion drops line breaks and tabs silently.
  const ascii = /[\s\p{Cc}]/u.test(given) ? '' : domainToASCII(given.replace(/^\*?\./, ''))
  const label = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?'
  return ascii.length > 1 && ascii.length <= 253 && new RegExp(`^(${label}\\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`).test(ascii) ? ascii : null
}

function throwIfAny(faults: TemplateFault[]): void {
  if (faults.length > 0) throw new TemplateError(faults.slice(0, 50))
}

/** The rules that apply until an operator publishes their own. */
export const STARTING_YOUTH_RULES = `# What members in youth mode cannot reach, and when their links give no nodes.
categories:
  - name: { zh: 成人内容, en: Adult content }
    suffixes: [pornhub.com, xvideos.com, xnxx.com, xhamster.com, redtube.com, youporn.com, onlyfans.com, chaturbate.com, stripchat.com]
    keywords: [porn, xvideo, hentai]
  - name: { zh: 赌博, en: Gambling }
    suffixes: [bet365.com, stake.com, pokerstars.com, williamhill.com, 1xbet.com, betway.com, bwin.com]
    keywords: [casino, sportsbet]
# A night that ends after midnight belongs to the day it begins on. Clock times of the site's time zone.
hours:
  - { days: [mon, tue, wed, thu, fri, sat, sun], from: "22:00", to: "06:00" }
`
