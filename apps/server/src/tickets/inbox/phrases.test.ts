import { expect, test } from 'vitest'
import { frequentPhrases } from './phrases.ts'

test('the phrases of most subjects come first, each with its count, and their parts do not repeat them', () => {
  const texts = [
    'Slow at night',
    'Slow at night in Tokyo',
    'How do I import into Clash Verge?',
    'Cannot import into Clash Verge',
    'slow at night!!',
  ]
  expect(frequentPhrases(texts, 5)).toEqual([
    { phrase: 'night', texts: 3 },
    { phrase: 'slow', texts: 3 },
    { phrase: 'clash verge', texts: 2 },
    { phrase: 'import', texts: 2 },
  ])
})

test('Chinese subjects are cut into words', () => {
  const found = frequentPhrases(['无法连接节点', '节点无法连接怎么办', '请问如何导入订阅', '导入订阅失败'], 4).map(({ phrase }) => phrase)
  expect(found).toContain('导入订阅')
  expect(found.join(' ')).toMatch(/无法连接|连接/)
})

test('what says only that something is wrong is no phrase of its own', () => {
  const found = frequentPhrases(['无法连接', '无法付款', '无法登录', '付款失败', 'payment failed', 'renewal failed'], 5)
  expect(found).toEqual([{ phrase: '付款', texts: 2 }])
})

test('a phrase counts once in each text, whatever its case; what one member asks, greetings and numbers are not listed', () => {
  expect(frequentPhrases(['Tokyo tokyo TOKYO', 'tokyo'], 3)).toEqual([{ phrase: 'tokyo', texts: 2 }])
  expect(frequentPhrases(['Hello, please help me', 'Hello, please help me!', 'order 123', 'refund 123', ''], 5)).toEqual([])
})
