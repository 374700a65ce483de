import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

test('addresses become links, and the parts together are the text', () => {
  const text = 'See https://example.com/a?b=1#c, or (http://example.org). Thanks!\nhttps://例子.中国/路径，谢谢'
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
  expect(links(text)).toEqual(['https://example.com/a?b=1#c', 'http://example.org/', 'https://xn--fsqu00a.xn--fiqs8s/%E8%B7%AF%E5%BE%84'])
  expect(links('https://example.com/a_(b)')).toEqual(['https://example.com/a_(b)'])
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https:',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'ftp://example.com',
  '//example.com',
  'https://bank.example@evil.example/',
  'https://user:secret@evil.example/',
  'xhttps://',
  'https://',
  '<a href="javascript:alert(1)">https</a>',
])('%s is no link', (text) => {
  expect(splitLinks(text)).toEqual([{ text, href: null }])
})

test('markup around an address stays text; a long text without an end is split in no time', () => {
  expect(links('<img src=x onerror=alert(1) href="https://example.com/">')).toEqual(['https://example.com/'])
  expect(links('https://example.com/\u202egnp.exe')).toEqual(['https://example.com/'])
  expect(splitLinks('')).toEqual([])
  const started = performance.now()
  splitLinks(`https://${'a.'.repeat(20_000)}${')'.repeat(20_000)}`)
  expect(performance.now() - started).toBeLessThan(500)
})
