import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PictureAddress } from './files.ts'
import { GamePlatform } from './games.ts'
import { Time } from './paging.ts'
import { translationsOf } from './translations.ts'

/** Most games on a site, so that one answer holds them all. */
export const MAX_GAMES = 1000
export const MAX_IMPORTED_GAMES = 300
export const MAX_ALIASES = 20

const name = z.string().check(z.trim(), z.maxLength(80))
const publisher = z.string().check(z.trim(), z.maxLength(80))
const region = z.string().check(z.trim(), z.maxLength(80))
const recommended = z.string().check(z.trim(), z.maxLength(120))
const GameName = z.string().check(z.trim(), z.minLength(1), z.maxLength(80))
const GameTranslations = translationsOf({ name, publisher, region, recommended })

const fields = {
  name: GameName,
  publisher,
  region,
  /** Node locations that suit the game, as plain text. */
  recommended,
  /** Absent when creating: no translations. Absent when changing: they stay. */
  translations: z.optional(GameTranslations),
  /** Other names that search finds the game by, such as short forms. */
  aliases: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))).check(z.maxLength(MAX_ALIASES)),
  platforms: z.array(GamePlatform),
  /** Path of an uploaded picture; '' for none. */
  picture: PictureAddress,
  hidden: z.boolean(),
}
export const GameInput = z.object(fields)
export type GameInput = z.infer<typeof GameInput>

export const AdminGame = z.object({ ...fields, translations: GameTranslations, id: z.int(), created_at: Time })
export type AdminGame = z.infer<typeof AdminGame>

/** One line of an import: the game's name, then its aliases. */
export const ImportedGame = z.object({ name: GameName, aliases: fields.aliases })
export type ImportedGame = z.infer<typeof ImportedGame>

const path = '/admin/games'
export const adminListGames = endpoint({
  method: 'GET',
  path,
  access: ['content.write'],
  summary: 'All games in their order',
  response: z.object({ items: z.array(AdminGame), total: z.int() }),
})
export const adminCreateGame = endpoint({
  method: 'POST',
  path,
  access: ['content.write'],
  summary: 'Add a game at the end of the list',
  body: GameInput,
  response: AdminGame,
})
export const adminUpdateGame = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  access: ['content.write'],
  summary: 'Change a game',
  body: GameInput,
  response: AdminGame,
})
export const adminHideGame = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: ['content.write'],
  summary: 'Hide a game, or show it again',
  body: z.object({ hidden: z.boolean() }),
  response: AdminGame,
})
export const adminDeleteGame = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  access: ['content.write'],
  summary: 'Delete a game',
})
export const adminSortGames = endpoint({
  method: 'POST',
  path: `${path}/sort`,
  access: ['content.write'],
  summary: 'Put games in this order',
  maxKeys: MAX_GAMES + 10,
  body: z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(MAX_GAMES)) }),
})
export const adminImportGames = endpoint({
  method: 'POST',
  path: `${path}/import`,
  access: ['content.write'],
  summary: 'Add many games by their names; those whose name is taken are skipped',
  maxKeys: MAX_IMPORTED_GAMES * (MAX_ALIASES + 3) + 10,
  maxBytes: 512 * 1024,
  body: z.object({ games: z.array(ImportedGame).check(z.minLength(1), z.maxLength(MAX_IMPORTED_GAMES)) }),
  response: z.object({ added: z.int(), skipped: z.array(z.string()) }),
})
