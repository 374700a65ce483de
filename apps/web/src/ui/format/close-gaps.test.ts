import { expect, test } from 'vitest'
import { closeGaps } from './close-gaps.ts'

test('a space stays between Chinese and Latin or figures, and goes between two Chinese characters or after a Chinese stop', () => {
  expect(
    ['购买 畅享', '购买 Plus', '重置 畅享 的流量', 'Buy Plus now', '5 月', '可用。 倍率', '最早： 1 小时前', 'Ready. The rate'].map(
      closeGaps,
    ),
  ).toEqual(['购买畅享', '购买 Plus', '重置畅享的流量', 'Buy Plus now', '5 月', '可用。倍率', '最早：1 小时前', 'Ready. The rate'])
})
