import type { Game } from '@portico/contract/games'

/** Whether a Chinese text reads as typed, in whole syllables or by their first letters; pinyin-pro's `match`. */
export type PinyinMatch = (text: string, typed: string) => unknown

/**
 * The games that fit what was typed: those whose name or another name begins with it first, then those that hold all its words, also in
 * the publisher, then those that read so in pinyin. Spaces, case and punctuation do not matter to a beginning.
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
