import { LANGUAGES, type Language } from '@portico/contract/translations'
import { tokensOfName } from '../articles/words/fit.ts'
import { inLanguage } from '../in-language.ts'
import type { Named } from '../site-search/named.ts'
import type { ShownGame } from './list-games.ts'

/** Games as search shows them; each leads to the games page, narrowed to it. */
export function namedGames(shown: ShownGame[], language: Language): Named[] {
  return shown.map(({ game }) => {
    const { name, publisher, recommended } = inLanguage(game, language)
    const otherNames = LANGUAGES.map((other) => inLanguage(game, other).name)
    const text = [publisher, recommended].filter(Boolean).join(' · ')
    return {
      id: String(game.id),
      title: name,
      text,
      tokens: tokensOfName(text),
      also: [...new Set([game.name, ...otherNames, ...game.aliases])].join(' | '),
      path: `/sup_game?${new URLSearchParams({ q: name })}`,
    }
  })
}
