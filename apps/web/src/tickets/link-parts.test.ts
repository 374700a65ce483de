import { expect, test } from 'vitest'
import { payloads } from '../../../../e2e/xss-payloads.ts'
import { linkParts } from './link-parts.ts'

const links = (text: string): string[] => linkParts(text).flatMap(({ text: shown, href }) => (href === null ? [] : [shown]))

test.each([
  ['see https://example.com/a?b=1#c, please', ['https://example.com/a?b=1#c']],
  ['(http://example.com)', ['http://example.com']],
  ['https://example.com/a_(b).', ['https://example.com/a_(b)']],
  ['请打开 https://example.com/页面。谢谢', ['https://example.com/页面']],
  ['https://a.example https://b.example', ['https://a.example', 'https://b.example']],
  ['javascript:alert(1) ftp://x.example data:text/html,x //x.example www.example.com', []],
  ['https://bank.example@evil.example/', []],
  ['https://', []],
])('%s has the links %j', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

test.each(payloads.map((payload) => [payload]))('%s stays the text it is, and links lead to http and https alone', (payload) => {
  const parts = linkParts(payload)
  expect(parts.map(({ text }) => text).join('')).toBe(payload)
  for (const { href } of parts) if (href !== null) expect(href).toMatch(/^https?:\/\//)
})
