import type { Game } from '@portico/contract/games'

/** Whether a Chinese text reads as typed, in whole syllables or by their first letters; pinyin-pro's `match`. */
export type PinyinMatch = (text: string, typed: string) => unknown

/**
 * Games that match: names that start with the text, then those with all words (publisher too), then pinyin. Ignores spaces, case and
 * punctuation at the start.
 */
export function findGames(games: Game[], typed: string, byPinyin: PinyinMatch | null): Game[] {
  if (plain(typed) === '') return games
  return games
    .map((game) => ({ game, rank: rankOf(game, typed, byPinyin) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ game }) => game)
}

function rankOf({ name, aliases, publisher }: Game, typed: string, byPinyin: PinyinMatch | null): number {
  const names = [name, ...aliases]
  const sought = plain(typed)
  if (names.some((one) => plain(one).startsWith(sought))) return 0
  const text = [...names, publisher].join(' ').toLowerCase()
  if (
    typed
      .toLowerCase()
      .trim()
      .split(/\s+/)
      .every((word) => text.includes(word)) ||
    names.some((one) => plain(one).includes(sought))
  )
    return 1
  return byPinyin && names.some((one) => byPinyin(one, sought)) ? 2 : 3
}

/** Letters and digits of every script alone. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
