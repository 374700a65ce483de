import { expect, test } from 'vitest'
import { diffBlocks } from './text-diff.ts'

test('of a changed paragraph only the changed words are marked; the others are left out; Chinese is compared by words too; a sentence with few words in common with the old one is shown whole, below the old one; paragraphs that came or went are marked whole', () => {
  expect(diffBlocks(['One', 'Open the old app', 'Three'], ['One', 'Open the new app', 'Three'], 'en')).toEqual([
    null,
    [
      { kind: 'same', text: 'Open the ' },
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'new' },
      { kind: 'same', text: ' app' },
    ],
    null,
  ])
  expect(diffBlocks(['下载应用'], ['下载程序'], 'zh-CN')).toEqual([
    [
      { kind: 'same', text: '下载' },
      { kind: 'removed', text: '应用' },
      { kind: 'added', text: '程序' },
    ],
  ])
  const [old, now] = ['Transfer the amount and wait for an hour.', 'Pay with your bank app. Orders are checked twice a day.']
  expect(diffBlocks([old], [now], 'en')).toEqual([[{ kind: 'removed', text: old }], [{ kind: 'added', text: now }]])
  expect(diffBlocks(['A'], ['A', 'B'], 'en')).toEqual([null, [{ kind: 'added', text: 'B' }]])
  expect(diffBlocks(['A', 'B', 'C'], ['C'], 'en')).toEqual([[{ kind: 'removed', text: 'A' }], [{ kind: 'removed', text: 'B' }], null])
})
