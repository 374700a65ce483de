import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { isConsole } from './access.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { personal } from './personal.ts'

const SAYS_WHO = /(^|_)(email|phone|ip|address|recipient|inviter|network)$/
/** What these fields name is no member's: of the site, of nodes, of staff and of what staff themselves asked for. */
const REVIEWED = [
  'GET /admin/held-reports network',
  'GET /admin/old-panel/calls network',
  'GET /admin/settings invoice.seller_address',
  'GET /admin/settings rules.cn_ip',
  'GET /admin/staff email',
  'GET /admin/users/:id/links address',
  'PATCH /admin/settings invoice.seller_address',
  'PATCH /admin/settings rules.cn_ip',
  'PATCH /admin/staff/:id email',
  'POST /admin/report-undos/preview network',
  'POST /admin/settings/changes/:id/restore invoice.seller_address',
  'POST /admin/settings/changes/:id/restore rules.cn_ip',
  'POST /admin/staff/invitations email',
]

type Def = {
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  options?: z.ZodMiniType[]
  out?: z.ZodMiniType
  valueType?: z.ZodMiniType
  type: string
}

function unmarked(schema: z.ZodMiniType, name: string): string[] {
  if (personal.has(schema)) return []
  const def = schema._zod.def as unknown as Def
  if (def.shape) return Object.entries(def.shape).flatMap(([key, inner]) => unmarked(inner, key))
  const inside = [def.innerType, def.element, def.out, def.valueType, ...(def.options ?? [])].filter((one) => one !== undefined)
  if (inside.length > 0) return inside.flatMap((one) => unmarked(one, name))
  return def.type === 'string' && SAYS_WHO.test(name) ? [name] : []
}

test('every field of a console answer that may say who or where a member is carries the mark by which it is hidden', async () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((path) => !path.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((path) => import(`./${path}`) as Promise<Record<string, unknown>>))
  const isEndpoint = (value: unknown): value is AnyEndpoint =>
    typeof value === 'object' && value !== null && 'method' in value && 'access' in value
  const endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
  const needsMembers = (access: unknown): boolean => JSON.stringify(access).includes('members.read')
  const open = endpoints.filter(({ access }) => isConsole(access) && !needsMembers(access))
  expect(open.length).toBeGreaterThan(200)
  const found = open.flatMap(({ method, path, response }) => unmarked(response, '').map((name) => `${method} ${path} ${name}`))
  expect([...new Set(found)].toSorted()).toEqual(REVIEWED)
})
