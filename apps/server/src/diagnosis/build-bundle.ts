import { desc, eq, gte, inArray, isNull, or, and, sql } from 'drizzle-orm'
import type { Bundle, Tried } from '@portico/contract/connection-bundle'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { inLanguage } from '../in-language.ts'
import { memberDevices } from '../nodes/member-devices.ts'
import { nodeGroups, nodes } from '../nodes/nodes.table.ts'
import { outages } from '../outages/outages.table.ts'
import { plans } from '../plans/plans.table.ts'
import { quotaEnds } from '../subscriptions/reset-days.ts'
import { limitsOf, toLimits } from '../subscriptions/conditions.ts'
import { stateOf } from '../subscriptions/state.ts'
import { appName } from './app-name.ts'
import { CLOCK_KNOWN_MS } from './device-faults.ts'
import { findFaults } from './find-faults.ts'
import { networkOf } from './network-of.ts'
import { type Facts, readFacts } from './read-facts.ts'
import { offered } from './usable.ts'
import { wordsOf } from './words.ts'

const WEEK_MS = 7 * 86_400_000
const MAX_OUTAGES = 20
const MAX_DEVICES = 20

/**
 * Facts for staff about a ticket's member. `tried`: the member's answers. Names are in `language`. Has no token, credential, link or full
 * address. Changes nothing; throws `not_found`.
 */
export async function buildBundle(
  { database: { db }, settings }: Pick<App, 'database' | 'settings'>,
  { accountId, tried, language }: { accountId: number; tried: Tried; language: Language },
  now: Date,
): Promise<Bundle> {
  const current = settings()
  const facts = await readFacts(db, accountId, { now, settings: current })
  const { clock, fetch } = facts
  const [plan, seen, down] = await Promise.all([
    planOf(db, facts, language),
    memberDevices(db, accountId, now),
    recentOutages(db, facts, language),
  ])
  const given = offered(facts)
  const said = (in_: Language) =>
    findFaults(facts).causes.map((fault) => wordsOf(fault, { language: in_, now, zone: current['site.timezone'], reader: 'member' }))
  const chinese = said('zh-CN')
  return {
    made_at: now.toISOString(),
    findings: said('en').map(({ code, since, title }, i) => ({ code, since, en: title, 'zh-CN': chinese[i]?.title ?? title })),
    plan,
    last_fetch: fetch && {
      app: appName(fetch.client, fetch.format),
      version: fetch.version,
      format: fetch.format,
      at: fetch.at.toISOString(),
    },
    devices: seen.slice(0, MAX_DEVICES).map(({ client, counted, ip, node, seenAt }) => ({
      network: networkOf(ip),
      app: client === null ? null : appName(client, client),
      node: inLanguage(node, language).name,
      seen_at: seenAt.toISOString(),
      counted,
    })),
    nodes: { offered: given.length, up: given.filter(({ offlineAt }) => offlineAt === null).length },
    outages: down,
    clock_skew: clock && now.getTime() - clock.at.getTime() < CLOCK_KNOWN_MS ? clock.skewMs : null,
    tried,
  }
}

async function planOf(db: Db, { now, subscription }: Facts, language: Language): Promise<Bundle['plan']> {
  const state = stateOf(subscription, now)
  if (state === 'none') return null
  const [plan] = subscription.planId === null ? [] : await db.select().from(plans).where(eq(plans.id, subscription.planId))
  return {
    name: plan ? inLanguage(plan, language).name : null,
    state,
    expires_at: subscription.expiresAt?.toISOString() ?? null,
    used: subscription.up + subscription.down,
    total: subscription.transferEnable,
    resets_at: subscription.nextResetAt === null ? null : (quotaEnds(subscription)?.toISOString() ?? null),
    last_used_at: subscription.usedAt?.toISOString() ?? null,
    ...toLimits(limitsOf(subscription)),
  }
}

/** An entrance is down with the node it leads to. */
async function recentOutages(db: Db, { now, subscription }: Facts, language: Language): Promise<Bundle['outages']> {
  if (subscription.groupId === null) return []
  const ofGroup = db
    .select({ id: sql<number>`coalesce(${nodes.parentId}, ${nodes.id})` })
    .from(nodes)
    .innerJoin(nodeGroups, eq(nodeGroups.nodeId, nodes.id))
    .where(and(eq(nodeGroups.groupId, subscription.groupId), isNull(nodes.deletedAt)))
  const rows = await db
    .select({ beganAt: outages.beganAt, endedAt: outages.endedAt, name: nodes.name, translations: nodes.translations })
    .from(outages)
    .innerJoin(nodes, eq(nodes.id, outages.nodeId))
    .where(and(inArray(outages.nodeId, ofGroup), or(isNull(outages.endedAt), gte(outages.endedAt, new Date(now.getTime() - WEEK_MS)))))
    .orderBy(desc(outages.beganAt))
    .limit(MAX_OUTAGES)
  return rows.map(({ beganAt, endedAt, ...node }) => ({
    node: inLanguage(node, language).name,
    began_at: beganAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }))
}
