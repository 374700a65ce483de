import { readFileSync } from 'node:fs'
import { eq, inArray } from 'drizzle-orm'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { fillPlaces, placeOf, type SentList, toSend, zipPlaces } from './list-places.ts'
import { readRuleList, RULE_LISTS, type RuleList, type RuleListName, singBoxRules } from './rule-list.ts'
import { ruleLists } from './rule-lists.table.ts'
import { sourceOf } from './rule-source.ts'
import { service } from '../service.ts'

export type KeptList = { version: string; list: RuleList }

/** Rule lists in one process's memory. */
export type RuleListMemory = {
  /** Reads changed lists. Never throws: one that cannot be read stays as it is. */
  refresh: () => Promise<void>
  /** undefined before the first `refresh`. */
  of: (name: RuleListName) => KeptList | undefined
  /** Placeholder of a list inside sing-box profiles; null: too long, or not known yet. */
  inside: (name: RuleListName) => string | null
  /** A profile with its lists filled in. */
  fill: (profile: string) => string
  /** `fill` as gzip. */
  zip: (profile: string) => Buffer
}

const BUILT_IN = 'built-in'
/** Characters of a list that every profile may hold. All built-in lists are shorter. */
const MOST_INSIDE = 256 * 1024

export const ruleListMemory = service(createRuleListMemory)

function createRuleListMemory({ database: { db }, settings }: App): RuleListMemory {
  const kept = new Map<RuleListName, KeptList & { sent: SentList | null }>()
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    const own = RULE_LISTS.filter((name) => sourceOf(settings(), name) !== '')
    const versions = await versionsOf(db, own)
    for (const name of RULE_LISTS) {
      const known = kept.get(name)
      const version = own.includes(name) ? (versions ? (versions.get(name) ?? BUILT_IN) : (known?.version ?? BUILT_IN)) : BUILT_IN
      if (known?.version === version) continue
      const list = await readRuleList(await textOf(db, name, version))
      if (!list) continue
      const inside = JSON.stringify(singBoxRules(list))
      kept.set(name, { version, list, sent: inside.length > MOST_INSIDE ? null : await toSend(inside) })
    }
  }
  const sent = (name: string): SentList => {
    const found = RULE_LISTS.find((one) => one === name)
    const list = found && kept.get(found)?.sent
    if (!list) throw new Error(`there is no list ${name} to send`)
    return list
  }

  return {
    refresh: () => (looking ??= look().finally(() => (looking = null))),
    of: (name) => kept.get(name),
    inside: (name) => (kept.get(name)?.sent ? placeOf(name) : null),
    fill: (profile) => fillPlaces(profile, sent),
    zip: (profile) => zipPlaces(profile, sent),
  }
}

/** Versions of lists; null: the database does not answer. */
async function versionsOf(db: Db, names: RuleListName[]): Promise<Map<string, string | null> | null> {
  if (names.length === 0) return new Map()
  try {
    const rows = await db.select({ name: ruleLists.name, sha256: ruleLists.sha256 }).from(ruleLists).where(inArray(ruleLists.name, names))
    return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  } catch {
    return null
  }
}

/** '' if it cannot be read now. */
async function textOf(db: Db, name: RuleListName, version: string): Promise<string> {
  if (version === BUILT_IN) return builtInList(name)
  try {
    const [row] = await db.select({ content: ruleLists.content }).from(ruleLists).where(eq(ruleLists.name, name))
    return row?.content ?? ''
  } catch {
    return ''
  }
}

/** The text of a list that comes with Portico. */
export function builtInList(name: RuleListName): string {
  return readFileSync(new URL(`lists/${name}.txt`, import.meta.url), 'utf8')
}
