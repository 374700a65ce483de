import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const GAME_PLATFORMS = ['windows', 'macos', 'linux', 'android', 'ios', 'playstation', 'xbox', 'switch', 'web'] as const
export const GamePlatform = z.enum(GAME_PLATFORMS)
export type GamePlatform = z.infer<typeof GamePlatform>

export const Game = z.object({
  id: z.int(),
  name: z.string(),
  /** Who publishes it, where it is played, and which locations suit it; '' if unknown. */
  publisher: z.string(),
  region: z.string(),
  recommended: z.string(),
  platforms: z.array(GamePlatform),
  /** Address on this site of a small copy; null: none. */
  picture: z.nullable(z.string()),
  /** Other names to find it by: in the other language, and short forms. */
  aliases: z.array(z.string()),
})
export type Game = z.infer<typeof Game>

/** The specification fixes the path, which is outside `/api/v1`. */
export const listGames = endpoint({
  method: 'GET',
  path: '/api/User_Store/games',
  access: 'public',
  summary: 'Supported games, in the operator’s order',
  response: z.object({ items: z.array(Game), total: z.int() }),
})
