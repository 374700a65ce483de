import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { audienceSql, begunSql, isForMembers, liveSql } from './notice-readers.ts'
import { noticeReads, notices } from './notices.table.ts'

/** `unread`: as `countUnread`. `version` changes when a notice that the member may read begins, ends or changes. */
export type NoticeState = { unread: number; version: string }

/**
 * Notices of many members at once, asked every two seconds, so it reads only live ones, and ended ones changed since they were seen. Same
 * rule as `readableSql` and `unreadSql`; a test compares them. Accounts without notices are absent.
 */
export async function noticeStates(db: Db, accountIds: number[], now: Date): Promise<Map<number, NoticeState>> {
  const { rows } = await db.execute<{ id: number } & NoticeState>(sql`
    select account_id as id, count(*) filter (where unread)::int as unread,
      concat(count(*), ' ', bit_xor(hashint8extended(notice_id, version))) as version
    from (${liveNotices(accountIds, now)} union all ${changedSinceTheyEnded(accountIds, now)}
      union all ${endedUnread(accountIds, now)}) as readable
    group by account_id`)
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

function liveNotices(accountIds: number[], now: Date): SQL {
  const live = sql`${isForMembers} and ${liveSql(now)}`
  return sql`
    select ${accounts.id} as account_id, ${notices.id} as notice_id, ${notices.version}::bigint as version,
      (seen.edition is distinct from ${notices.edition} or seen.read_at is null) as unread
    from ${accounts} cross join ${notices}
    left join ${subscriptions} on ${subscriptions.accountId} = ${accounts.id}
    left join ${readsOf(accountIds, live)} as seen on seen.notice_id = ${notices.id} and seen.account_id = ${accounts.id}
    where ${accounts.id} = any(${among(accountIds)}) and ${live}
      and (seen.notice_id is not null or (${subscriptions.accountId} is not null and ${audienceSql(notices, now)}))`
}

function changedSinceTheyEnded(accountIds: number[], now: Date): SQL {
  const ended = sql`${notices.edition} > 1 and ${isForMembers} and ${begunSql(now)} and ${notices.endsAt} <= ${now}`
  return sql`
    select seen.account_id, ${notices.id}, ${notices.version}::bigint, true
    from ${notices} join ${readsOf(accountIds, ended)} as seen on seen.notice_id = ${notices.id} and seen.edition < ${notices.edition}`
}

/** Ended notices that were seen but never opened, which an index holds. */
function endedUnread(accountIds: number[], now: Date): SQL {
  return sql`
    select ${noticeReads.accountId}, ${notices.id}, ${notices.version}::bigint, true
    from ${noticeReads} join ${notices} on ${notices.id} = ${noticeReads.noticeId}
    where ${noticeReads.accountId} = any(${among(accountIds)}) and ${noticeReads.readAt} is null
      and ${noticeReads.edition} >= ${notices.edition} and ${isForMembers} and ${begunSql(now)} and ${notices.endsAt} <= ${now}`
}

/** What accounts saw of some notices. An array, so that the index reads only these notices. */
function readsOf(accountIds: number[], which: SQL): SQL {
  return sql`(select notice_id, account_id, edition, read_at from ${noticeReads}
    where notice_id = any(array(select ${notices.id} from ${notices} where ${which})) and account_id = any(${among(accountIds)}))`
}

const among = (ids: number[]): SQL => sql`${sql.param(ids)}::bigint[]`
