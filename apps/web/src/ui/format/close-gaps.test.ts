import { expect, test } from 'vitest'
import { closeGaps } from './close-gaps.ts'

test('a space stays between Chinese and Latin or figures, and goes between two Chinese characters', () => {
  expect(['购买 畅享', '购买 Plus', '重置 畅享 的流量', 'Buy Plus now', '5 月'].map(closeGaps)).toEqual([
    '购买畅享',
    '购买 Plus',
    '重置畅享的流量',
    'Buy Plus now',
    '5 月',
  ])
})
