import type { OwnSecret, OwnSecretKind } from '@portico/contract/own-secret'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { isUniqueViolation, orRefuse } from '../../db/sql-errors.ts'
import { AppError } from '../../errors.ts'
import { linkedDevices } from '../../linked-devices/linked-devices.table.ts'
import { subscriptions } from '../subscriptions.table.ts'
import { onNode } from './on-node.ts'
import { type OwnSecretRow, ownSecrets } from './own-secrets.table.ts'

/** An own secret of an account that follows the contract's rules. */
export type GivenSecret = OwnSecret & { accountId: number }

/** An account's own secrets in the order of their kinds. */
export function ownSecretsOf(db: Db, accountId: number): Promise<OwnSecretRow[]> {
  return db.select().from(ownSecrets).where(isOf(accountId)).orderBy(asc(ownSecrets.kind))
}

/**
 * Stores own secrets, many in one statement, in place of those that the accounts had for the same kinds. The nodes learn of it at the commit.
 * Throws `subscription.secret_taken` if another account has one of them, as `takenSecrets` tells; then none is stored.
 */
export async function storeSecrets(tx: Tx, given: readonly GivenSecret[]): Promise<void> {
  if (given.length === 0) return
  const refusal = new AppError('subscription.secret_taken', { fields: { secret: 'subscription.secret_taken' } })
  if ((await takenSecrets(tx, given)).length > 0) throw refusal
  const storing = tx.execute(sql`
    insert into ${ownSecrets} (account_id, kind, secret, on_node, cipher)
    select * from ${asTable(given)}
    on conflict (account_id, device, kind)
    do update set secret = excluded.secret, on_node = excluded.on_node, cipher = excluded.cipher`)
  // Another transaction may have taken it meanwhile.
  await orRefuse(storing, (error) => isUniqueViolation(error, 'own_secrets_on_node'), refusal)
}

/** Those of the secrets that nodes could not tell from another account's: stored, given twice, or its UUID. */
export async function takenSecrets(db: Db, given: readonly GivenSecret[]): Promise<GivenSecret[]> {
  if (given.length === 0) return []
  const { rows } = await db.execute<{ account_id: string; kind: OwnSecretKind }>(sql`
    with given (account_id, kind, secret, on_node, cipher) as (select * from ${asTable(given)})
    select account_id, kind from given
    where exists (select from ${ownSecrets} o where o.kind = given.kind and o.on_node = given.on_node and o.account_id <> given.account_id)
      or exists (select from given twin where twin.kind = given.kind and twin.on_node = given.on_node and twin.account_id < given.account_id)
      or exists (select from ${subscriptions} s
        where s.uuid = (case when given.on_node ~ ${UUID} then given.on_node end)::uuid and s.account_id <> given.account_id)
      or exists (select from ${linkedDevices} d where d.uuid = (case when given.on_node ~ ${UUID} then given.on_node end)::uuid)`)
  const taken = new Set(rows.map((row) => `${Number(row.account_id)} ${row.kind}`))
  return given.filter(({ accountId, kind }) => taken.has(`${accountId} ${kind}`))
}

/** Removes own secrets of an account, all or those of a device (0: the account itself) or a kind: the UUID takes their place. */
export async function dropSecrets(tx: Tx, accountId: number, of: { device?: number; kind?: OwnSecretKind } = {}): Promise<void> {
  const { device, kind } = of
  const which = [device === undefined ? undefined : eq(ownSecrets.device, device), kind && eq(ownSecrets.kind, kind)]
  await tx.delete(ownSecrets).where(and(eq(ownSecrets.accountId, accountId), ...which))
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

function isOf(accountId: number) {
  return and(eq(ownSecrets.accountId, accountId), eq(ownSecrets.device, 0))
}

function asTable(given: readonly GivenSecret[]) {
  const column = <T>(of: (one: GivenSecret) => T) => sql.param(given.map(of))
  return sql`unnest(${column((one) => one.accountId)}::bigint[], ${column((one) => one.kind)}::text[], ${column((one) => one.secret)}::text[],
    ${column((one) => onNode(one.kind, one.secret))}::text[], ${column((one) => one.cipher)}::text[])`
}
