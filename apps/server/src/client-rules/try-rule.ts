import type { ChangedFetch, ClientRuleInput, DefaultAnswer } from '@portico/contract/client-rules-admin'
import type { Db } from '../db/client.ts'
import { orNotFound } from '../errors.ts'
import { detectClient } from '../feeds/detect-client.ts'
import { toColumns } from '../to-columns.ts'
import { listRules } from './change-rules.ts'
import { clientRules } from './client-rules.table.ts'
import { leftWithout, outcomeOf, type RuleContent } from './outcome.ts'
import { type FetchOf, fetchesOf, readDay } from './read-day.ts'
import { knownClients, readBy } from './readable.ts'

type Trial = { id: number | null; rule: ClientRuleInput; page: number; page_size: number }

/** What would change for the fetches of the last day if the rule were saved. Throws `not_found`. Saves nothing. */
export async function tryRule(db: Db, { id, rule, ...page }: Trial, now: Date) {
  const rows = await listRules(db)
  const before: RuleContent[] = rows
  const index = id === null ? rows.length : rows.findIndex((one) => one.id === id)
  const kept = id === null ? undefined : orNotFound(rows[index]).translations
  const changed: RuleContent = { ...toColumns(clientRules, rule), translations: rule.translations ?? kept }
  const after = before.toSpliced(index, 1, changed)
  const day = await readDay(db, now)
  const moved = day.askings.filter((asking) => outcomeOf(before, asking).key !== outcomeOf(after, asking).key)
  const { items, total, members } = await fetchesOf(db, day, moved, page)
  return {
    since: day.since,
    fetches: day.askings.reduce((sum, { fetches }) => sum + fetches, 0),
    unknown: day.unknown,
    members,
    unreadable: leftWithout(after, day.askings),
    items: items.map((fetch) => toChanged(fetch, before, after)),
    total,
    ...page,
  }
}

function toChanged(fetch: FetchOf, before: RuleContent[], after: RuleContent[]): ChangedFetch {
  const [was, becomes] = [outcomeOf(before, fetch).outcome, outcomeOf(after, fetch).outcome]
  return {
    account_id: fetch.accountId,
    label: fetch.label,
    client: fetch.client,
    user_agent: fetch.asked.userAgent,
    country: fetch.country,
    at: fetch.at.toISOString(),
    before: was,
    after: becomes,
  }
}

/** What clients get without a rule: the clients with a known name, and those that fetched in the last day. The most frequent come first. */
export async function defaultAnswers(db: Db, now: Date): Promise<DefaultAnswer[]> {
  const { askings } = await readDay(db, now)
  const found = new Map<string, DefaultAnswer>()
  const add = (userAgent: string, fetches: number): void => {
    const { client, format } = detectClient({ userAgent })
    const key = `${client} ${format}`
    const known = found.get(key)
    if (known) known.fetches += fetches
    else found.set(key, { client, user_agent: userAgent, format, reads: readBy(client), fetches })
  }
  for (const userAgent of knownClients) add(userAgent, 0)
  for (const { asked, fetches } of askings) if (asked.flag === '') add(asked.userAgent, fetches)
  return [...found.values()].toSorted((a, b) => b.fetches - a.fetches || a.client.localeCompare(b.client))
}
