import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Actor } from '../actor.ts'
import type { Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { foundRow, orNotFound } from '../errors.ts'
import type { ImpersonalEntity } from './entities.ts'
import { record } from './record.ts'

type Table = PgTable & { id: PgColumn }

/**
 * Creates, changes and deletes rows of a table, each with its audit row: `game.create`, `game.update`, `game.delete` for the entity `game`.
 * A row that does not exist is `not_found`. Rules of the noun, and what its constraints mean, stay with its verbs.
 */
export function plainRecords<T extends Table>(table: T, entity: ImpersonalEntity) {
  type Row = T['$inferSelect']
  type New = T['$inferInsert']
  type Change = { [Column in keyof New]?: New[Column] | undefined }
  // Drizzle cannot tell the rows of a table that is a type parameter, so their type is said below.
  const plain: Table = table
  const its = (id: number) => eq(table.id, id)

  async function lock(tx: Tx, id: number): Promise<Row> {
    return foundRow(await tx.select().from(plain).where(its(id)).for('update'))
  }
  return {
    /** Locks a row, for a check before it changes. */
    lock,
    async create(tx: Tx, by: Actor, values: New, now: Date): Promise<Row> {
      const after = writtenRow((await tx.insert(plain).values(values).returning()) as (Row & { id: number })[])
      await record(tx, by, { action: `${entity}.create`, entity, id: after.id, after }, now)
      return after
    },
    async update(tx: Tx, by: Actor, id: number, values: Change, now: Date): Promise<Row> {
      const before = await lock(tx, id)
      const after = writtenRow<Row>(await tx.update(plain).set(values).where(its(id)).returning())
      await record(tx, by, { action: `${entity}.update`, entity, id, before, after }, now)
      return after
    },
    async delete(tx: Tx, by: Actor, id: number, now: Date): Promise<Row> {
      const before = orNotFound<Row>((await tx.delete(plain).where(its(id)).returning())[0])
      await record(tx, by, { action: `${entity}.delete`, entity, id, before }, now)
      return before
    },
  }
}
