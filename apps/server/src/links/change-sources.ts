import type { LinkSourceInput } from '@portico/contract/links-admin'
import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { linkSources } from './links.table.ts'
import { sourcePlace } from './source-secret.ts'

const records = plainRecords(linkSources, 'link_source')

/** Serves the links of another panel. Throws `link_source.name_taken`, `link_source.secret_needed`, `secret.no_key`. Returns its id. */
export function createSource({ transaction, secrets }: Database, by: Actor, input: LinkSourceInput, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const { secret, ...values } = columnsOf(input)
    requireSecret(input, secret)
    const inserted = tx
      .insert(linkSources)
      .values({ ...values, createdAt: now })
      .returning({ id: linkSources.id })
    const { id } = writtenRow(await refuseTaken(inserted))
    // Sealed with the row's id, which is known only now.
    const sealed = secret === undefined ? null : secrets.seal(sourcePlace(id), secret)
    const after = writtenRow(await tx.update(linkSources).set({ secret: sealed }).where(eq(linkSources.id, id)).returning())
    await record(tx, by, { action: 'link_source.create', entity: 'link_source', id, after }, now)
    return id
  })
}

/** Throws as `createSource` does, and `not_found`. */
export function changeSource({ transaction, secrets }: Database, by: Actor, id: number, input: LinkSourceInput, now: Date): Promise<void> {
  return transaction(async (tx) => {
    const before = await records.lock(tx, id)
    const { secret, ...values } = columnsOf(input)
    requireSecret(input, secret ?? before.secret ?? undefined)
    const kept = input.kind === 'token' ? null : before.secret
    const sealed = secret === undefined ? kept : secrets.seal(sourcePlace(id), secret)
    await refuseTaken(records.update(tx, by, id, { ...values, secret: sealed }, now))
  })
}

/** Forgets a panel and all its links. */
export async function deleteSource({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction((tx) => records.delete(tx, by, id, now))
}

function columnsOf({ ends_at: endsAt, secret, ...rest }: LinkSourceInput) {
  return { ...rest, endsAt: endsAt === null ? null : new Date(endsAt), secret: rest.kind === 'token' ? undefined : secret }
}

function requireSecret({ kind }: LinkSourceInput, secret: string | undefined): void {
  const code = 'link_source.secret_needed'
  if (kind !== 'token' && secret === undefined) throw new AppError(code, { fields: { secret: code } })
}

function refuseTaken<T>(statement: PromiseLike<T>): Promise<T> {
  const refusal = new AppError('link_source.name_taken', { fields: { name: 'link_source.name_taken' } })
  return orRefuse(statement, (error) => isUniqueViolation(error, 'link_sources_name'), refusal)
}
