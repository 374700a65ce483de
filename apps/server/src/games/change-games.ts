import { type GameInput, type ImportedGame, MAX_GAMES } from '@portico/contract/games-admin'
import { count, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { lockOrder, reorder } from '../db/reorder.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { noteUses } from '../files/note-uses.ts'
import { toColumns } from '../to-columns.ts'
import { type GameRow, games } from './games.table.ts'

const records = plainRecords(games, 'game')

/** Adds a game at the end. Throws `game.name_taken`, `game.too_many`, and `input.invalid` if its picture was deleted. */
export function createGame({ transaction }: Database, by: Actor, input: GameInput, now: Date): Promise<GameRow> {
  return transaction(async (tx) => {
    const { room, sort } = await end(tx)
    if (room < 1) throw new AppError('game.too_many')
    const after = await refuseTakenName(records.create(tx, by, { ...valuesOf(input), sort, createdAt: now }, now))
    await notePicture(tx, after)
    return after
  })
}

/** Throws `not_found`, `game.name_taken`, and `input.invalid` if its picture was deleted. */
export function updateGame({ transaction }: Database, by: Actor, id: number, input: GameInput, now: Date): Promise<GameRow> {
  return transaction((tx) => update(tx, by, id, valuesOf(input), now))
}

/** Hides a game or shows it again. May be called twice. */
export function hideGame({ transaction }: Database, by: Actor, id: number, hidden: boolean, now: Date): Promise<GameRow> {
  return transaction((tx) => update(tx, by, id, { hidden }, now))
}

/** Deletes a game. Its picture stays among the files. */
export async function deleteGame({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await records.delete(tx, by, id, now)
    await noteUses(tx, { noun: 'game', id }, '')
  })
}

/** Puts the given games in this order. */
export async function sortGames({ transaction }: Database, by: Actor, ids: number[], now: Date): Promise<void> {
  await transaction(async (tx) => {
    await record(tx, by, { action: 'game.sort', entity: 'game', ...(await reorder(tx, games, ids)) }, now)
  })
}

/**
 * Adds games with new names at the end, in the given order; returns the names of the others. May be repeated. Throws `game.too_many` and
 * then adds none.
 */
export function importGames(
  { transaction }: Database,
  by: Actor,
  given: ImportedGame[],
  now: Date,
): Promise<{ added: number; skipped: string[] }> {
  return transaction(async (tx) => {
    const { room, sort } = await end(tx)
    const values = given.map((game, i) => ({ ...game, sort: sort + i, createdAt: now }))
    const added = await tx.insert(games).values(values).onConflictDoNothing().returning()
    if (added.length > room) throw new AppError('game.too_many')
    const names = added.map(({ name }) => name)
    if (names.length > 0) await record(tx, by, { action: 'game.import', entity: 'game', after: { names } }, now)
    const rest = new Set(names)
    // A name that stands twice in the list is added once and skipped once.
    return { added: names.length, skipped: given.map(({ name }) => name).filter((name) => !rest.delete(name)) }
  })
}

/** The place after the last game, and how many more fit. Additions run one at a time. */
async function end(tx: Tx): Promise<{ room: number; sort: number }> {
  await lockOrder(tx, games)
  const [row] = await tx.select({ held: count(), last: sql<number>`coalesce(max(${games.sort}), 0)::int` }).from(games)
  return { room: MAX_GAMES - (row?.held ?? 0), sort: (row?.last ?? 0) + 1 }
}

async function update(tx: Tx, by: Actor, id: number, values: Partial<typeof games.$inferInsert>, now: Date): Promise<GameRow> {
  const after = await refuseTakenName(records.update(tx, by, id, values, now))
  await notePicture(tx, after)
  return after
}

async function notePicture(tx: Tx, { id, name, picture }: GameRow): Promise<void> {
  const gone = await noteUses(tx, { noun: 'game', id, title: name }, picture)
  if (gone.length > 0) throw new AppError('input.invalid', { fields: { picture: 'file.gone' } })
}

function refuseTakenName<T>(statement: PromiseLike<T>): Promise<T> {
  const refusal = new AppError('game.name_taken', { fields: { name: 'game.name_taken' } })
  return orRefuse(statement, (error) => isUniqueViolation(error, 'games_name'), refusal)
}

function valuesOf(input: GameInput) {
  return { ...toColumns(games, input), platforms: [...new Set(input.platforms)] }
}
