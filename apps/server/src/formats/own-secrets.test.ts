import { OWN_SECRETS, ownSecretOf } from '@portico/contract/own-secret'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { compileFeed } from './compile-feed.ts'
import { dialectOf } from './dialect.ts'
import type { FeedNode } from './feed-node.ts'
import { type Format, formats } from './formats.ts'
import { member, variants } from './golden/variants.ts'
import type { ClientFormat } from './client-format.ts'
import type { OwnSecrets } from './slots.ts'

const site = { title: 'Site', url: 'https://example.com', zone: 'UTC' }
const KEY = { 'shadowsocks-2022-128': 'MDEyMzQ1Njc4OWFiY2RlZg==', 'shadowsocks-2022-256': 'E1KKqFoXuKvY0v1yK2nRBYYkr3TIuZgrvAI67cjXLD0=' }
/** A node for each kind of secret. */
const nodes = OWN_SECRETS.map((kind, at): FeedNode => {
  const settings = Object.values(variants).find((one) => ownSecretOf(one) === kind)!
  return { id: at + 1, name: kind, host: 'node.example.com', port: '443', rate: 100, tags: [], settings }
})
const own = (secret: string): OwnSecrets =>
  Object.fromEntries(
    OWN_SECRETS.map((kind) => {
      const given = kind in KEY ? KEY[kind as keyof typeof KEY] : secret
      return [kind, { secret: given, onNode: given, cipher: null }]
    }),
  )
const profile = (format: Format, secrets: OwnSecrets): string => compileFeed(dialectOf(format), nodes, site)({ ...member, own: secrets })

/** All strings of a document. */
const strings = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
const links = (text: string): string[] =>
  Buffer.from(text, 'base64')
    .toString()
    .split('\r\n')
    .flatMap((line) => {
      const [, scheme = '', rest = ''] = /^([a-z0-9+]+):\/\/(.*)$/.exec(line) ?? []
      if (scheme === 'vmess') return strings(JSON.parse(Buffer.from(rest, 'base64').toString()))
      const user = rest.split('@')[0] ?? ''
      const auth = new URLSearchParams(rest.split('?')[1]?.split('#')[0]).get('auth')
      const classic =
        scheme === 'ss' && !user.includes(':')
          ? [
              Buffer.from(user, 'base64url')
                .toString()
                .replace(/^[^:]*:/, ''),
            ]
          : []
      return [...new Set([...classic, ...(auth === null ? [] : [auth]), decodeURIComponent(user)])]
    })
/** Values of lines: bare, or between quotes. */
const values = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => [...line.matchAll(/(?:= |, ?)(?:[a-z-]+=)?("[^"]*"|[^,]*)/g)].map(([, value = '']) => value.replaceAll('"', '')))
const readers: Partial<Record<Format, (text: string) => string[]>> = {
  mihomo: (text) => strings(parse(text)),
  'sing-box': (text) => strings(JSON.parse(text)),
  xray: (text) => strings(JSON.parse(text)),
  sip008: (text) => strings(JSON.parse(text)),
  uri: links,
  surge: values,
  loon: values,
}
test.each(Object.entries(readers) as [Format, (text: string) => string[]][])(
  '%s writes a secret of any text so that it is read as the same',
  (format, read) => {
    const { secretText }: ClientFormat = formats[format]
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((one) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(one) && one.isWellFormed())
    const awkward = fc.constantFrom('密码 & x', 'p@ss:w/rd', 'a,b', "it's #1; {x}", '\\n%20$&', '- y: *z', 'null', '0123')
    const given = fc.oneof(text, awkward).filter((one) => secretText === undefined || secretText(one) !== null)
    fc.assert(
      fc.property(given, (secret) => {
        const often = (given: string): number => read(profile(format, own(given))).filter((one) => one === given).length
        expect(often(`${secret}Ω`)).toBe(often('plain'))
        expect(often('plain')).toBeGreaterThan(0)
      }),
      { numRuns: 15, seed: 20_261_128 },
    )
  },
)
