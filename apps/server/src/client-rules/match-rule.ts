import { RULE_HEADERS } from '@portico/contract/client-rules-admin'
import type { IncomingHttpHeaders } from 'node:http'
import { atLeast } from '../formats/versions.ts'
import { lineOf } from '../linked-devices/said.ts'
import type { AskedAs } from '../link-fetches/link-fetches.table.ts'
import type { ClientRuleRow } from './client-rules.table.ts'

/** What decides whether a rule fits. */
export type Conditions = Pick<
  ClientRuleRow,
  | 'agentHow'
  | 'agentText'
  | 'versionFrom'
  | 'versionBelow'
  | 'header'
  | 'headerHow'
  | 'headerText'
  | 'countries'
  | 'countriesExcept'
  | 'enabled'
>
type Asked = Pick<AskedAs, 'headers'> & { country: () => string | null }

/** The headers that rules may ask about, each as a line of text; of an id only that it was sent. */
export function readAsked(headers: IncomingHttpHeaders): AskedAs['headers'] {
  const sent: AskedAs['headers'] = {}
  for (const name of RULE_HEADERS) {
    const text = headers[name] === undefined ? '' : lineOf(headers[name], 100)
    if (text !== '') sent[name] = name === 'x-hwid' ? 'sent' : text
  }
  return sent
}

/** Whether a rule fits by what a User-Agent says, its version included. */
export function fitsAgent(rule: Conditions, userAgent: string): boolean {
  if (!rule.enabled) return false
  const behind = behindPattern(rule, userAgent.toLowerCase())
  if (behind === null) return false
  const { versionFrom, versionBelow } = rule
  if (versionFrom === null && versionBelow === null) return true
  const version = firstVersion(behind)
  if (version === null) return false
  return (
    (versionFrom === null || atLeast(version, partsOf(versionFrom))) && (versionBelow === null || !atLeast(version, partsOf(versionBelow)))
  )
}

/** Whether a rule may fit a program of this User-Agent in some version. */
export function mayFitAgent(rule: Conditions, userAgent: string): boolean {
  return rule.enabled && behindPattern(rule, userAgent.toLowerCase()) !== null
}

/** Whether a rule fits by everything but the User-Agent. */
export function fitsRest({ header, headerHow, headerText, countries, countriesExcept }: Conditions, asked: Asked): boolean {
  if (header !== null && !compares(headerHow, headerText.toLowerCase(), asked.headers[header]?.toLowerCase())) return false
  if (countries.length === 0) return true
  const country = asked.country()
  return country !== null && countries.includes(country) !== countriesExcept
}

function compares(how: ClientRuleRow['headerHow'], text: string, sent: string | undefined): boolean {
  if (how === 'sent') return sent !== undefined
  if (how === 'unsent') return sent === undefined
  if (sent === undefined) return false
  return how === 'is' ? sent === text : how === 'begins' ? sent.startsWith(text) : sent.includes(text)
}

/** What follows the pattern; null: it is not there. */
function behindPattern({ agentHow, agentText }: Conditions, userAgent: string): string | null {
  const text = agentText.toLowerCase()
  if (agentHow === 'any') return userAgent
  if (agentHow === 'is') return userAgent === text ? '' : null
  const at = agentHow === 'begins' ? (userAgent.startsWith(text) ? 0 : -1) : userAgent.indexOf(text)
  return at < 0 ? null : userAgent.slice(at + text.length)
}

/** A number at the start or behind a blank, a slash, a colon, a hyphen or a `v`: "%20X/1.5.2" is 1.5.2. */
function firstVersion(text: string): string | null {
  return /(?:^|[ /:_-]v?|^v)(\d+(?:\.\d+)*)/.exec(text)?.[1] ?? null
}

const partsOf = (version: string): number[] => version.split('.').map(Number)
