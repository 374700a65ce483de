import { type Column, type SQL, sql } from 'drizzle-orm'
import type { NoticeAudienceInput } from '@portico/contract/notices-admin'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { activeSql } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { noticeReads, notices } from './notices.table.ts'

/** Published, begun, and not put away; its end may have come. */
export const begunSql = (now: Date): SQL =>
  sql`(${notices.publishedAt} is not null and ${notices.archivedAt} is null and ${notices.startsAt} <= ${now})`

/** A bar is on public pages, for everybody, and not among the messages of members. */
export const isForMembers: SQL = sql`${notices.placement} <> 'bar'`

/** Condition: live: started and not ended, whatever its audience. */
export const liveSql = (now: Date): SQL => sql`(${begunSql(now)} and (${notices.endsAt} is null or ${notices.endsAt} > ${now}))`

/**
 * Condition: a member may read the notice in the message centre: live for their audience, or seen before, until archived.
 * `notice-states.ts` has the rule for many members; a test compares them.
 */
export function readableSql(accountId: number | SQL, now: Date): SQL {
  const seen = sql`exists (select 1 from ${noticeReads} where ${noticeReads.noticeId} = ${notices.id} and ${noticeReads.accountId} = ${accountId})`
  return sql`(${isForMembers} and ((${liveSql(now)} and ${inAudienceSql(accountId, now)}) or (${begunSql(now)} and ${seen})))`
}

/** Condition: the account has not read the notice's current edition. Seen is not read. */
export function unreadSql(accountId: number | SQL): SQL {
  return sql`not exists (select from ${noticeReads} where ${noticeReads.noticeId} = ${notices.id}
    and ${noticeReads.accountId} = ${accountId} and ${noticeReads.edition} = ${notices.edition} and ${noticeReads.readAt} is not null)`
}

/** Whether a member is in a notice's audience now. */
export function inAudienceSql(accountId: number | SQL, now: Date): SQL {
  return sql`exists (select 1 from ${accounts} join ${subscriptions} on ${subscriptions.accountId} = ${accounts.id}
    where ${accounts.id} = ${accountId} and ${audienceSql(notices, now)})`
}

/** Number of members in an audience now, without staff. null for one member, where 0 or 1 would reveal a state. */
export async function countAudience(db: Db, given: NoticeAudienceInput, now: Date): Promise<number | null> {
  if (given.audience === 'member') return null
  const param = {
    audience: sql`${given.audience}::text`,
    audienceIds: sql`${sql.param(given.audience_ids)}::bigint[]`,
    audienceDays: sql`${given.audience_days}::int`,
  }
  const { rows } = await db.execute<{ members: number }>(sql`
    select count(*)::int as members from ${accounts} join ${subscriptions} on ${subscriptions.accountId} = ${accounts.id}
    where ${accounts.roleId} is null and ${audienceSql(param, now)}`)
  return rows[0]?.members ?? 0
}

type AudienceColumns = Record<'audience' | 'audienceIds' | 'audienceDays', Column | SQL>

/** Condition over account and subscription: it is in the audience. False for an unknown audience, and for banned or closed accounts. */
export function audienceSql({ audience, audienceIds: ids, audienceDays: days }: AudienceColumns, now: Date): SQL {
  const running = activeSql(now)
  return sql`${accounts.bannedAt} is null and ${accounts.closedAt} is null and case ${audience}
    when 'all' then true
    when 'member' then ${accounts.id} = any(${ids})
    when 'plans' then ${running} and ${subscriptions.planId} = any(${ids})
    when 'groups' then ${running} and ${subscriptions.groupId} = any(${ids})
    when 'expiring' then ${running} and ${subscriptions.expiresAt} <= ${now}::timestamptz + make_interval(days => ${days})
    when 'never_connected' then ${running} and ${subscriptions.usedAt} is null
    else false end`
}
