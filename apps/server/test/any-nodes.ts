import fc from 'fast-check'
import type { FeedNode } from '../src/formats/feed-node.ts'
import { nodeOf, variants } from '../src/formats/golden/variants.ts'

/** Names that a format could read as something else. */
export const nastyNames = [
  '',
  '   ',
  'a, b = "c" \'d\'',
  '# not a comment: [x] {y} & *z | > %',
  '# not a comment; [x] {y} // z | \\ %',
  '[Proxy]',
  'line\nbreak\r\nand\ttab\u0000\u0007\u007F\u0085\u2028\u2029',
  'tag=other, fast-open=true',
  '2024-01-01',
  '0123',
  '1e5',
  '1_000',
  'yes',
  'null',
  '~',
  '- item',
  'DIRECT',
  'REJECT',
  'GLOBAL',
  'direct',
  'reject',
  'Auto',
  'Auto 2',
  'Example Cloud',
  '🇯🇵 東京 👩‍👩‍👧‍👦',
  'مرحبا \u202Eevil\u202C',
  '\uD800 lone \uDFFF',
  '\uFFFE\uFEFF\u{1FFFF}',
  '$& $1 \\1 \\u0041 %41 +',
  'x'.repeat(200),
  '__proto__',
]

export const anyName = fc.oneof(
  fc.constantFrom(...nastyNames),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

export const anyNodes = (...hosts: string[]): fc.Arbitrary<FeedNode[]> =>
  fc
    .array(fc.tuple(anyName, fc.constantFrom(...Object.values(variants)), fc.constantFrom(...hosts)), { maxLength: 12 })
    // The first node is one that every format takes: without any, a profile only carries a message.
    .map((all) => [['', variants['shadowsocks-aes-256']!, hosts[0]!] as const, ...all])
    .map((all) => all.map(([name, settings, host], id) => nodeOf(name, settings, { id, host, port: '10000-10010' })))
