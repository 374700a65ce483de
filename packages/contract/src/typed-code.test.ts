import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Email } from './accounts.ts'
import { isConsole } from './access.ts'
import { Phone } from './codes.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { plainHost, plainText } from './typed-code.ts'

const folder = new URL('.', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, folder).href)))
const endpoints = modules
  .flatMap((module) => Object.values(module) as unknown[])
  .filter((one): one is AnyEndpoint => typeof one === 'object' && one !== null && 'access' in one && 'path' in one)

function shapesOf(schema: z.ZodMiniType): Record<string, z.ZodMiniType>[] {
  const { def } = schema as z.ZodMiniObject | z.ZodMiniUnion<z.ZodMiniType[]>
  return def.type === 'union' ? def.options.flatMap(shapesOf) : [def.shape as Record<string, z.ZodMiniType>]
}

/** Fields in which people type or paste a code. The `code` of another site is its own. */
const fields = endpoints.flatMap(({ path, access, body }) => {
  if (isConsole(access) || body === undefined) return []
  const named = shapesOf(body).flatMap((shape) => Object.entries(shape).filter(([name]) => /^(totp|code|\w+_code)$/.test(name)))
  return named.map(([name, schema]) => [`${path} ${name}`, schema] as const).filter(([name]) => name !== '/muser/auth/oauth code')
})

test.each(fields)('%s takes full-width digits, other dashes and blanks as what they stand for', (_, schema) => {
  expect(z.parse(schema, ' １２３\u2009４５６\u200b\n')).toBe('123456')
  expect(z.parse(schema, '123–456')).toBe(z.parse(schema, '123-456'))
})

test('there are codes of mail and SMS, of apps, of invitations, coupons and cards', () => {
  const names = fields.map(([name]) => name)
  const some = ['/muser/auth/code code', '/muser/auth/second code', '/muser/auth/confirm totp', '/muser/auth/register invite_code']
  expect(names).toEqual(expect.arrayContaining([...some, '/muser/order/save coupon_code', '/api/vipcard/checkout code']))
})

test.each([
  [
    Phone,
    '+8613800138000',
    [
      '＋８６１３８００１３８０００',
      '0086 13800138000',
      '+86 (138) 0013–8000',
      '+86.138.0013.8000',
      '００８６－１３８００１３８０００',
      '\u202a+8613800138000\u202c',
    ],
  ],
  [Phone, '+447700900123', ['0044 7700 900123', '+44\u00a07700\u00a0900\u00a0123']],
  [
    Email,
    'li@example.com',
    ['li＠example。com', 'ｌｉ@example.com', ' li@example.com\u200b', 'li@example｡com', '\ufeffli@example.com', 'li @ example. com'],
  ],
  [Email, 'li@xn--fsqu00a.com', ['li@例子.com', 'li＠例子。ｃｏｍ']],
])('an address is what was meant', (schema, wanted, given) => {
  for (const typed of given) expect(z.parse(schema, typed), typed).toBe(wanted)
})

test('a name in any script is the host that it stands for; what is no host stays and is refused by name', () => {
  const hosts = [
    '节点.例子.中国',
    '节点。例子。中国',
    'ｎｏｄｅ.example.com',
    'bücher.example',
    '2001:db8::1',
    'two words.例子',
    ' node.example.com ',
  ]
  expect(hosts.map(plainHost)).toEqual([
    'xn--3px729a.xn--fsqu00a.xn--fiqs8s',
    'xn--3px729a.xn--fsqu00a.xn--fiqs8s',
    'node.example.com',
    'xn--bcher-kva.example',
    '2001:db8::1',
    'two words.例子',
    'node.example.com',
  ])
  expect(plainText(' Ｌｉ\u3000 Na—88 ')).toBe('Li Na-88')
})
