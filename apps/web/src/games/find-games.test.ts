import type { Game } from '@portico/contract/games'
import { match } from 'pinyin-pro'
import { expect, test } from 'vitest'
import { findGames } from './find-games.ts'

const game = (id: number, name: string, aliases: string[] = [], publisher = ''): Game => ({
  id,
  name,
  aliases,
  publisher,
  region: '',
  recommended: '',
  platforms: [],
  picture: null,
})
const games = [
  game(1, '原神', ['Genshin Impact', 'GI'], '米哈游'),
  game(2, 'Counter-Strike 2', ['CS2', '反恐精英 2']),
  game(3, 'League of Legends', ['LoL', '英雄联盟']),
  game(4, 'Legends of Runeterra'),
]
const found = (typed: string, byPinyin: typeof match | null = null): number[] => findGames(games, typed, byPinyin).map(({ id }) => id)

test('without a search, the list is as the operator ordered it; a game is found by any of its names, by parts of them and by its publisher, in both languages; spaces, case and punctuation do not matter; what begins with the search comes first', () => {
  expect([found(''), found('  '), found('-')]).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ])
  expect([found('genshin'), found('原'), found('GI'), found('米哈游'), found('联盟'), found('cs2')]).toEqual([[1], [1], [1], [1], [3], [2]])
  expect([found('counter strike'), found('COUNTERSTRIKE'), found('反恐精英2'), found('impact  genshin')]).toEqual([[2], [2], [2], [1]])
  expect(found('legends')).toEqual([4, 3])
})

test('Chinese names are found by their pinyin once it is loaded', () => {
  expect([found('yuanshen'), found('yuanshen', match), found('yxlm', match)]).toEqual([[], [1], [3]])
})

test('what is no game is not found, whatever it means to a search', () => {
  for (const typed of ['zzz', '.*', '\\', '(', '<script>'])
    expect([typed, found(typed)]).toEqual([typed, typed.length === 1 || typed === '.*' ? [1, 2, 3, 4] : []])
})
