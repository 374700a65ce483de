import { expect, test } from 'vitest'
import { readNames } from './read-names.ts'

test('a line is a game with its other names, as lists and tables are pasted', () => {
  expect(readNames('  Genshin Impact | 原神 |GI\r\n\n Chess\n\n|lost\nGo｜围棋\nPoker\t扑克')).toEqual([
    { name: 'Genshin Impact', aliases: ['原神', 'GI'] },
    { name: 'Chess', aliases: [] },
    { name: 'Go', aliases: ['围棋'] },
    { name: 'Poker', aliases: ['扑克'] },
  ])
})
