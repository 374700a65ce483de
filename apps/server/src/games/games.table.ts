import type { AdminGame } from '@portico/contract/games-admin'
import type { GamePlatform } from '@portico/contract/games'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, time, translations } from '../db/columns.ts'

/** Games that the service supports, shown at `/sup_game`. A trigger raises the version `games` on every change. */
export const games = pgTable(
  'games',
  {
    id: id(),
    name: text('name').notNull(),
    publisher: text('publisher').notNull().default(''),
    region: text('region').notNull().default(''),
    recommended: text('recommended').notNull().default(''),
    translations: translations<AdminGame['translations']>(),
    /** Other names that search finds the game by. */
    aliases: text('aliases').array().notNull().default([]),
    platforms: text('platforms').array().$type<GamePlatform[]>().notNull().default([]),
    /** Address of an uploaded file, which cannot be deleted while it is used; '' for none. */
    picture: text('picture').notNull().default(''),
    hidden: boolean('hidden').notNull().default(false),
    sort: integer('sort').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('games_name').on(sql`lower(${t.name})`), check('games_picture', sql`picture ~ '^(/files/[0-9a-f]{32}\\.webp)?$'`)],
)
export type GameRow = typeof games.$inferSelect
