import type { FormatName } from '@portico/contract/formats'
import type { Outcome } from '@portico/contract/client-rules-admin'
import type { Translations } from '../in-language.ts'
import { detectClient } from '../feeds/detect-client.ts'
import type { AskedAs } from '../link-fetches/link-fetches.table.ts'
import type { ClientRuleRow } from './client-rules.table.ts'
import { fitsAgent, fitsRest, mayFitAgent } from './match-rule.ts'
import { knownClients, readBy } from './readable.ts'

export type RuleContent = Omit<ClientRuleRow, 'id' | 'sort' | 'createdAt' | 'translations'> & { translations?: Translations | undefined }
/** How often something was asked for in the same way. */
export type Asking = { asked: AskedAs; country: string | null; client: string; format: string }

/** The format that a link's word and a rule ask for: the link's goes first. '' if neither does. */
export function flagOf(flag: string, rule: Pick<RuleContent, 'answer' | 'format'> | null): string {
  return flag !== '' ? flag : rule?.answer === 'profile' ? (rule.format ?? '') : ''
}

/** The first rule that fits; null: none does. */
function ruleOf(rules: readonly RuleContent[], { userAgent, headers }: AskedAs, country: string | null): RuleContent | null {
  return rules.find((one) => fitsAgent(one, userAgent) && fitsRest(one, { headers, country: () => country })) ?? null
}

/** What a fetch gets by these rules. Equal `key`s are equal answers. */
export function outcomeOf(rules: readonly RuleContent[], { asked, country, format }: Asking): { outcome: Outcome; key: string } {
  const rule = ruleOf(rules, asked, country)
  const flag = flagOf(asked.flag, rule)
  // The browser's own script has an address of its own.
  const given = format === 'pac' ? 'pac' : detectClient({ userAgent: asked.userAgent, ...(flag && { flag }) }).format
  const answer = rule?.answer ?? 'profile'
  const template = rule?.answer === 'profile' && rule.format === given ? rule.template : null
  const said = rule ? wordsOf(rule) : []
  return {
    outcome: { rule: rule?.name ?? null, answer, format: given, template },
    key: JSON.stringify([answer, answer === 'refusal' ? '' : given, template, said]),
  }
}

/** What a rule says, by language; '' for all that have no words of their own. */
function wordsOf({ answer, announce, text, translations = {} }: RuleContent): string[][] {
  const field = answer === 'profile' ? 'announce' : 'text'
  const own = Object.entries(translations).map(([language, texts]) => [language, String(Reflect.get(texts ?? {}, field) ?? '')])
  return [['', field === 'text' ? text : announce], ...own].filter(([, words]) => words !== '')
}

/**
 * Clients that these rules would leave without a format that they read: known ones, whatever their version, header and country, and those
 * that asked.
 */
export function leftWithout(rules: readonly RuleContent[], asked: readonly Asking[]): { client: string; format: FormatName }[] {
  const found = new Map<string, { client: string; format: FormatName }>()
  const check = (userAgent: string, { answer, format }: RuleContent): void => {
    if (answer !== 'profile' || format === null) return
    const { client } = detectClient({ userAgent })
    const reads = readBy(client)
    if (reads && !reads.includes(format)) found.set(`${client} ${format}`, { client, format })
  }
  for (const userAgent of knownClients) {
    for (const rule of rules) {
      if (mayFitAgent(rule, userAgent)) check(userAgent, rule)
      // Behind a rule that fits always, no other comes into question.
      if (isCertain(rule) && fitsAgent(rule, userAgent)) break
    }
  }
  for (const { asked: one, country } of asked) {
    if (one.flag !== '' || one.page) continue
    const rule = ruleOf(rules, one, country)
    if (rule) check(one.userAgent, rule)
  }
  return [...found.values()]
}

const isCertain = ({ header, countries, versionFrom, versionBelow }: RuleContent): boolean =>
  header === null && countries.length === 0 && versionFrom === null && versionBelow === null
