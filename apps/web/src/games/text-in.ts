import type { AdminGame } from '@portico/contract/games-admin'
import type { Language } from '@portico/contract/translations'

/** A text of a game as a visitor who reads this language sees it. */
export function textIn(game: AdminGame, field: 'name' | 'recommended', language: Language): string {
  return game.translations[language]?.[field] || game[field]
}
