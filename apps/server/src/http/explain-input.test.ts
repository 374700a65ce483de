import { eachLimit } from '@portico/contract/plan-limits'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { parseInput, toFailure } from './answer.ts'
import { boundEndpoints } from './router.ts'

const t = await forFile(startApp())
const owner = await t.admin()

const chinese = { cookie: 'language=zh-CN' }
const plan = {
  name: 'A',
  content: '',
  tags: [],
  group_id: 1,
  transfer_enable: 1,
  ...eachLimit(() => null),
  capacity_limit: null,
}
const settings = { protocol: 'vless', reality: 'key' }
const node = { name: 'A', host: 'https://a', port: '99999', server_port: 0, rate: 100, tags: [], state: 'on', group_ids: [], settings }
const morse = { ...node, settings: { protocol: 'morse' } }
const STATES = 'enabled, draining, maintenance, hidden'

type Row = [field: string, en: string, zh: string, method: string, path: string, body: Record<string, unknown>]

test.each<Row>([
  ['email', 'Please fill in this field.', '请填写此项。', 'POST', '/api/comm/sendEmailVerify', {}],
  ['password', 'Please fill in this field.', '请填写此项。', 'POST', '/muser/auth/login', { email: '', password: null }],
  ['email', 'Enter a valid e-mail address.', '请输入正确的邮箱地址。', 'POST', '/muser/auth/login', { email: 'no address' }],
  ['email', 'Enter text.', '请输入文本。', 'POST', '/muser/auth/login', { email: 1 }],
  ['password', 'Use at least 8 characters.', '至少需要 8 个字符。', 'POST', '/muser/auth/register', { password: 'short' }],
  ['name', 'Use at most 60 characters.', '最多 60 个字符。', 'POST', '/admin/groups', { name: 'x'.repeat(61) }],
  ['amount', 'Enter a number.', '请输入数字。', 'POST', '/muser/transfer', { amount: 'ten' }],
  ['amount', 'Enter a whole number.', '请输入整数。', 'POST', '/muser/transfer', { amount: 1.5 }],
  ['amount', 'Must be 1 or more.', '不能小于 1。', 'POST', '/muser/transfer', { amount: 0 }],
  ['amount', 'Must be 100000000000 or less.', '不能大于 100000000000。', 'POST', '/muser/transfer', { amount: 1e15 }],
  ['use_balance', 'Enter true or false.', '请填写 true 或 false。', 'POST', '/muser/order/save', { use_balance: 'yes' }],
  ['ids', 'Enter a list.', '请填写列表。', 'POST', '/admin/plans/sort', { ids: {} }],
  ['ids', 'Enter at least 1 item.', '至少需要 1 项。', 'POST', '/admin/plans/sort', { ids: [] }],
  ['tags', 'Enter at most 8 items.', '最多 8 项。', 'POST', '/admin/plans', { ...plan, tags: Array(9).fill('a') }],
  ['settings.reality', 'Enter an object.', '请填写对象。', 'POST', '/admin/nodes', node],
  ['settings.protocol', 'Choose one of: vless', '请选择以下之一：vless', 'POST', '/admin/nodes', morse],
  ['state', `Choose one of: ${STATES}.`, `请选择以下之一：${STATES}。`, 'POST', '/admin/nodes', node],
  ['host', 'Enter a domain name or an IP address', '请填写域名或 IP 地址', 'POST', '/admin/nodes', node],
  ['server_port', 'Enter a port from 1 to 65535.', '请填写 1–65535 之间的端口。', 'POST', '/admin/nodes', node],
  ['page', "This value isn't valid.", '格式不正确。', 'GET', '/muser/order/fetch', { page: 'x' }],
])('%s: %s (%s)', async (field, en, zh, method, path, body) => {
  const [english, translated] = [await owner.call(method, path, body), await owner.call(method, path, body, chinese)]
  expect([english.status, translated.status]).toEqual([422, 422])
  expect(english.body).toMatchObject({ code: 'input.invalid', message: 'Some fields need correcting. Please check them.' })
  expect(english.body.errors[field]?.[0]).toContain(en)
  expect(translated.body.errors[field]?.[0]).toContain(zh)
})

test('an unknown field is named', () => {
  expect(explained(z.strictObject({}), { colour: 1, size: 2 }, 'en')).toEqual(['Unknown field: colour, size.'])
  expect(explained(z.strictObject({}), { colour: 1 }, 'zh-CN')).toEqual(['未知字段：colour。'])
})

test('no answer contains the schema library’s words or the name of a rule', () => {
  const wrong = [undefined, null, '', 'x', ' ', -1, 1.5, 1e20, true, [], ['x', 1, {}], {}, { x: 1 }]
  const schemas = boundEndpoints.flatMap((e) => [e.params, e.query, e.body]).filter((schema) => schema !== undefined)
  expect(schemas.length).toBeGreaterThan(150)
  for (const language of ['en', 'zh-CN'] as const) {
    const said = new Set(schemas.flatMap((schema) => wrongBodies(schema, wrong).flatMap((body) => explained(schema, body, language))))
    expect(said.size).toBeGreaterThan(30)
    const own = language === 'en' ? /^[A-Z].*\.$/ : /\p{Script=Han}.*。$/u
    expect([...said].filter((text) => !own.test(text) || /invalid|expected|received/i.test(text))).toEqual([])
  }
})

/** Bodies in which every field has the same wrong value, and every field of the objects in it as well. */
function wrongBodies(schema: z.ZodMiniType, values: unknown[]): unknown[] {
  return values.flatMap((value) => [value, filled(schema, value, 0), filled(schema, value, 1)])
}

function filled(schema: unknown, value: unknown, depth: number): unknown {
  const { shape, innerType, options } = (schema as { def: { shape?: object; innerType?: unknown; options?: unknown[] } }).def
  if (innerType) return filled(innerType, value, depth)
  if (options) return filled(options.at(-1), value, depth)
  if (!shape) return value
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, depth === 0 ? value : filled(field, value, depth - 1)]))
}

function explained(schema: z.ZodMiniType, value: unknown, language: 'en' | 'zh-CN'): string[] {
  try {
    parseInput(schema, value, language)
    return []
  } catch (error) {
    return Object.values(toFailure(error, language).body.errors ?? {}).flat()
  }
}
