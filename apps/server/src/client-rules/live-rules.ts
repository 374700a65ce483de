import type { FormatName } from '@portico/contract/formats'
import type { Language } from '@portico/contract/translations'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { isTemplateFormat, readTemplate } from '../formats/templates/link-template.ts'
import { inLanguage } from '../in-language.ts'
import { service } from '../service.ts'
import type { LiveTemplate } from '../templates/live-templates.ts'
import { templateVersions } from '../templates/templates.table.ts'
import { type ClientRuleRow, clientRules } from './client-rules.table.ts'
import { fitsAgent, fitsRest } from './match-rule.ts'

/** A rule as links follow it. `own`: its template; null: the built-in layout. Absent: what the member has. */
export type LiveRule = ClientRuleRow & { own?: LiveTemplate | null }
type Asked = Parameters<typeof fitsRest>[1]
/** Rules that fit a User-Agent, in their order. */
type Rules = { of: (userAgent: string) => readonly LiveRule[] }

const MAX_REMEMBERED = 1000

/** Rules as they are at a version of the catalog, read once for each. */
export const liveRules = service(({ database, log }) => {
  let known = -1
  let rules: Promise<Rules> | null = null
  return (version: number): Promise<Rules> => {
    if (!rules || version > known) {
      known = version
      rules = readRules(database.db, (error) => log.warn({ err: error }, 'a rule’s template cannot be read; members have their own')).then(
        remembered,
      )
      rules.catch(() => (known = -1))
    }
    return rules
  }
})

/** The first rule that fits a fetch; null: none does. */
export function ruleFor(rules: Rules, userAgent: string, asked: Asked): LiveRule | null {
  return rules.of(userAgent).find((rule) => fitsRest(rule, asked)) ?? null
}

/** A text of a rule as a member reads it. */
export function saysIn(rule: LiveRule, field: 'text' | 'announce', language: Language | null): string {
  return inLanguage(rule, language)[field]
}

/** Many fetches come from few programs, so patterns are compared once for each. */
function remembered(all: readonly LiveRule[]): Rules {
  const fitting = new Map<string, readonly LiveRule[]>()
  return {
    of(userAgent) {
      if (all.length === 0) return all
      const found = fitting.get(userAgent) ?? all.filter((rule) => fitsAgent(rule, userAgent))
      if (fitting.size >= MAX_REMEMBERED) fitting.clear()
      fitting.set(userAgent, found)
      return found
    },
  }
}

async function readRules(db: Db, onFault: (error: unknown) => void): Promise<LiveRule[]> {
  const rows = await db.select().from(clientRules).where(eq(clientRules.enabled, true)).orderBy(asc(clientRules.sort), asc(clientRules.id))
  return Promise.all(
    rows.map(async (rule) => {
      if (rule.template === null || rule.format === null) return rule
      if (rule.template === 0) return { ...rule, own: null }
      try {
        const own = await readOwn(db, rule.format, rule.template)
        return own ? { ...rule, own } : rule
      } catch (error) {
        onFault(error)
        return rule
      }
    }),
  )
}

async function readOwn(db: Db, format: FormatName, version: number): Promise<LiveTemplate | null> {
  if (!isTemplateFormat(format)) return null
  const [row] = await db
    .select({ text: templateVersions.text })
    .from(templateVersions)
    .where(and(eq(templateVersions.format, format), eq(templateVersions.version, version)))
  return row ? { key: `v${version}`, below: 100, template: readTemplate(format, row.text) } : null
}
