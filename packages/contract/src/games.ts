import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const GAME_PLATFORMS = ['windows', 'macos', 'linux', 'android', 'ios', 'playstation', 'xbox', 'switch', 'web'] as const
export const GamePlatform = z.enum(GAME_PLATFORMS)
export type GamePlatform = z.infer<typeof GamePlatform>

export const Game = z.object({
  id: z.int(),
  name: z.string(),
  /** The game's publisher, its region, and node locations that suit it; '' if not known. */
  publisher: z.string(),
  region: z.string(),
  recommended: z.string(),
  platforms: z.array(GamePlatform),
  /** Path of a small picture on this site; null: none. */
  picture: z.nullable(z.string()),
  /** Other names that search finds the game by: its name in the other language, and short forms. */
  aliases: z.array(z.string()),
})
export type Game = z.infer<typeof Game>

/** Lists the games. The specification fixes the path, which is outside `/api/v1`. */
export const listGames = endpoint({
  method: 'GET',
  path: '/api/User_Store/games',
  access: 'public',
  summary: 'Supported games, in the operator’s order',
  response: z.object({ items: z.array(Game), total: z.int() }),
})
