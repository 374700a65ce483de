import { expect, test } from 'vitest'
import { transferLines } from './transfer-lines.ts'

test('a line with a name and a value becomes a row; other lines stay words; a long sentence with a colon, a name without a value and an empty text have no rows', () => {
  expect(
    transferLines('Send no money\n\nBank: Example Bank\n 账号： 0000 0000 \nSee https://example.com/pay.\nhttps://example.com'),
  ).toEqual([
    { words: 'Send no money' },
    { label: 'Bank', value: 'Example Bank' },
    { label: '账号', value: '0000 0000' },
    { words: 'See https://example.com/pay.' },
    { words: 'https://example.com' },
  ])
  const sentence = 'Please send the whole amount in one go: we cannot match parts.'
  expect(transferLines(`${sentence}\nBank:`)).toEqual([{ words: sentence }, { words: 'Bank:' }])
  expect(transferLines('')).toEqual([])
})
