import type { ResetMode } from '@portico/contract/reset-mode'
import { getTableName, isNotNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { accounts } from '../../accounts/accounts.table.ts'
import type { Database, Db } from '../../db/client.ts'
import type { SecretBox } from '../../db/secret-box.ts'
import { ledgerAccounts } from '../../ledger/ledger.table.ts'
import type { Put } from '../move/put.ts'
import type { Findings } from './findings.ts'
import { KeyIndex } from './key-index.ts'
import type { Sums } from './sums.ts'

/** What the site is and has before anything comes. */
export type Ground = {
  now: Date
  zone: string
  currency: string
  resetMode: ResetMode
  secrets: SecretBox
  staff: { id: number; emailKey: string | null }[]
  lastAccountId: number
  groupNames: string[]
  ledgerAccounts: { id: number; key: string }[]
  /** The highest number of each table that rows go to. */
  last: ReadonlyMap<string, number>
}

/** A plan that members may have, old or made here. */
export type KnownPlan = {
  id: number
  name: string
  groupId: number
  quota: number
  speed: number | null
  devices: number | null
  reset: ResetMode
}

/** What all parts of an intake share. */
export type Intake = {
  ground: Ground
  findings: Findings
  sums: Sums
  put: Put
  newId: (table: PgTable) => number
  sources: Map<string, number>
  groups: Map<string, number>
  /** How groups are called there, by their key. */
  groupNames: Map<string, string>
  plans: Map<string, KnownPlan>
  nodes: Map<string, number>
  /** Nodes by the old group that sees them, for groups put together of several. */
  groupNodes: Map<string, number[]>
  methods: Map<string, { id: number | null; name: string; isKnown: boolean }>
  coupons: Map<string, number>
  members: KeyIndex
}

/** Tables whose ids are numbered here; others have none of their own. */
const NUMBERED = [
  'groups',
  'plans',
  'nodes',
  'payment_methods',
  'accounts',
  'identities',
  'link_sources',
  'links',
  'orders',
  'payment_attempts',
  'payment_receipts',
  'commissions',
  'ledger_accounts',
  'ledger_transactions',
  'ledger_entries',
  'funds',
  'coupons',
  'redeem_templates',
  'redeem_batches',
  'redeem_codes',
  'redeem_uses',
  'invite_codes',
  'tickets',
  'ticket_messages',
  'articles',
  'article_categories',
  'notices',
] as const

type Site = Pick<Ground, 'now' | 'zone' | 'currency' | 'resetMode'>

export async function readGround({ db, secrets }: Database, site: Site): Promise<Ground> {
  // A look at a site with members finds none of them among its staff; a move needs one without.
  const known = await db.select({ id: accounts.id, emailKey: accounts.emailKey }).from(accounts).where(isNotNull(accounts.roleId))
  const { rows: named } = await db.execute<{ name: string }>(sql`select name from groups`)
  const books = await db.select().from(ledgerAccounts)
  return {
    ...site,
    secrets,
    staff: known,
    lastAccountId: Math.max(0, ...known.map(({ id }) => id)),
    groupNames: named.map(({ name }) => name),
    ledgerAccounts: books.map(({ id, kind, ownerId, currency }) => ({ id, key: `${kind} ${ownerId} ${currency}` })),
    last: await lastIds(db),
  }
}

/** Numbers that were given, whether or not their rows are still there. */
async function lastIds(db: Db): Promise<Map<string, number>> {
  const last = new Map<string, number>()
  for (const table of NUMBERED) {
    const { rows } = await db.execute<{ last: number }>(
      sql`select greatest(coalesce((select max(id) from ${sql.identifier(table)}), 0),
        coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 0)) as last`,
    )
    last.set(table, rows[0]?.last ?? 0)
  }
  return last
}

export function newIntake(ground: Ground, findings: Findings, sums: Sums, put: Put): Intake {
  const given = new Map(ground.last)
  const newId = (table: PgTable): number => {
    const name = getTableName(table)
    const id = (given.get(name) ?? 0) + 1
    given.set(name, id)
    return id
  }
  const maps = {
    sources: new Map(),
    groups: new Map(),
    groupNames: new Map(),
    plans: new Map(),
    nodes: new Map(),
    methods: new Map(),
    coupons: new Map(),
    groupNodes: new Map(),
  }
  return { ground, findings, sums, put, newId, ...maps, members: new KeyIndex() }
}
