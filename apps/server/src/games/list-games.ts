import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { forAll } from '../db/pool/purpose.ts'
import { versions } from '../db/versions.table.ts'
import { type FileRow, files } from '../files/files.table.ts'
import { type GameRow, games } from './games.table.ts'
import { service } from '../service.ts'

/** `file`: its picture; null: none. */
export type ShownGame = { game: GameRow; file: FileRow | null }

/** All games in their order. */
export function listGames(db: Db): Promise<GameRow[]> {
  return db.select().from(games).orderBy(asc(games.sort), asc(games.id))
}

export async function hasGames(db: Db): Promise<boolean> {
  const [row] = await db.select({ id: games.id }).from(games).where(eq(games.hidden, false)).limit(1)
  return row !== undefined
}

/** Reads the games that visitors see, once for each version of the list, which every change raises. */
export const shownGames = service(({ database: { db } }): (() => Promise<ShownGame[]>) => {
  let kept: { version: number; list: Promise<ShownGame[]> } | null = null
  return async () => {
    const [row] = await db.select({ value: versions.value }).from(versions).where(eq(versions.name, 'games'))
    const version = row?.value ?? 0
    if (kept && kept.version >= version) return kept.list
    const next = { version, list: forAll(() => readShown(db)) }
    kept = next
    next.list.catch(() => kept === next && (kept = null))
    return next.list
  }
})

function readShown(db: Db): Promise<ShownGame[]> {
  return db
    .select({ game: getTableColumns(games), file: getTableColumns(files) })
    .from(games)
    .leftJoin(files, sql`${files.key} = substr(${games.picture}, 8, 32)`)
    .where(eq(games.hidden, false))
    .orderBy(asc(games.sort), asc(games.id))
}
