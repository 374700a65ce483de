import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isConsole } from './access.ts'
import type { AnyEndpoint } from './endpoint.ts'

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
