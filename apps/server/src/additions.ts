import type { MovingStep, MovingStepName } from '@portico/contract/moving-admin'
import type { NeedKind } from '@portico/contract/overview-admin'
import type { Language } from '@portico/contract/translations'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from './actor.ts'
import type { App } from './app.ts'
import type { Db, Tx } from './db/client.ts'
import type { Reseal } from './db/secret-box.ts'
import type { Channel } from './events/channel.ts'
import type { Named as NamedPage } from './public-pages/write-page.ts'
import type { Named } from './site-search/named.ts'
import type { SitePage } from './site-search/pages.ts'

// What a noun adds to other nouns, which therefore need not know it: its declaration names it in `adds`.

export type Addition = () => void

/** A list that is full once `build-app.ts` is loaded. */
function listOf<T>(): { all: readonly T[]; with: (one: T) => Addition } {
  const all: T[] = []
  return { all, with: (one) => () => void all.push(one) }
}

/** A page for everybody. `named`: the web app's texts that say what it is. `isLinked`: whether it has something to show; absent: always. `found`: how the site's search names it. */
export type PublicPage = {
  path: string
  named: NamedPage
  isLinked?: (db: Db) => Promise<boolean>
  found: Omit<SitePage, 'path'>
}
export const addedPages = listOf<PublicPage>()

/** Things that the site's search finds by their names. */
export const searched = listOf<{ kind: 'game'; list: (app: App, language: Language) => Promise<Named[]> }>()

/** Where the names of things in the audit log are. */
export type NameSource = { table: PgTable; id: PgColumn; name: PgColumn | SQL }
export const namedInAudit = listOf<{ entity: string } & NameSource>()

/** Invented content of the demo. */
export const demoContent = listOf<(app: App, by: Actor, opened: Date) => Promise<void>>()

/** What waits for a person, as rows of `from`. `since`, `names`: aggregated over them. */
type Waiting = { kind: NeedKind; since: SQL; from: SQL; names?: SQL }
export const waitsForStaff = listOf<Waiting>()

export type CostsWanted = { since?: Date; until?: Date; ids?: number[] }
/**
 * Costs at gateways, beside those that staff enter. A query of, in this order: id (below zero), method_id, kind, currency, amount,
 * happened_at, note, by_account_id.
 */
export const gatewayCosts = listOf<(wanted: CostsWanted) => SQL>()

/** Condition: what booked this receipt, without the gateway, names this payment attempt. */
export const bookedAttempts = listOf<(receiptId: SQL, attemptNo: SQL) => SQL>()

/** A backup that was made, encrypted. `where`: the places at which it is, for staff. */
export type MadeBackup = { path: string; name: string; bytes: number; where: string[] }
export const backupsMade = listOf<(app: App, made: MadeBackup) => Promise<void>>()

/** Something strange in a node's calls. `value`: how often. */
export type NodeAlarm = { nodeId: number; kind: 'address' | 'refused' | 'entries' | 'aside'; subject: string; value: number }
/** Called when a node's calls look strange. */
export const nodeAlarmed = listOf<(db: Db, alarm: NodeAlarm, now: Date) => Promise<void>>()
export async function raiseNodeAlarm(db: Db, alarm: NodeAlarm, now: Date): Promise<void> {
  for (const raise of nodeAlarmed.all) await raise(db, alarm, now)
}
/** Open alarms of nodes: rows of node_id, kind and began_at. */
export const nodeAlarms = listOf<SQL>()
export const openNodeAlarms = (): SQL =>
  nodeAlarms.all.length > 0
    ? sql.join([...nodeAlarms.all], sql` union all `)
    : sql`select null::bigint as node_id, null::text as kind, null::timestamptz as began_at where false`

/** Ways to reach members. */
export const channels = listOf<(parts: Pick<App, 'database' | 'config' | 'settings' | 'now'>) => Channel>()

/** Secrets in a noun's tables: those that are missing here stay readable in the database. */
export const storedSecrets = listOf<(tx: Tx, change: Reseal) => Promise<void>>()

/** What a noun holds about a member. `name`: of its file in an export. */
type PersonalData = {
  name: string
  read: (db: Db, accountId: number) => Promise<unknown>
  /** Deletes it, when the account is closed. */
  forget: (tx: Tx, accountId: number, now: Date) => Promise<void>
  /** Takes back what somebody else, who had the account since then, added. */
  takeBack: (tx: Tx, accountId: number, since: Date, now: Date) => Promise<void>
}
export const personalData = listOf<PersonalData>()

/** What the site sees of a step of the move's evening. */
export type SeenStep = Pick<MovingStep, 'finding' | 'n' | 'of' | 'at'> & { isDone: boolean }
/** Steps that only a noun which can be left out sees. */
export const movingLooks = listOf<{ step: MovingStepName; look: (app: App) => Promise<SeenStep> }>()
