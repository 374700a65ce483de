import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { fillDemo } from './fill-demo.ts'
import { callOnce } from './run-demo-nodes.ts'

const t = await forFile(startApp())
const admin = await t.admin()
await fillDemo(t.app)
await t.runJobs()

const read = async (path: string, query: Record<string, unknown> = {}) => {
  const { status, body } = await admin.call('GET', path, query)
  expect(status, path).toBe(200)
  return body
}

test('the demo’s ledger balances', async () => {
  const { sums, items } = await read('/admin/ledger/balance')
  expect(items.length).toBeGreaterThan(4)
  expect(sums).toMatchObject([{ balance: 0 }])
  expect((await admin.call('POST', '/admin/ledger/check')).body).toMatchObject({ fault_count: 0, faults: [] })
})

test('the demo has an example of everything', async () => {
  const statuses = async (path: string, key = 'status') =>
    new Set((await read(path, { page_size: 100 })).items.map((one: Record<string, unknown>) => one[key]))
  expect(await statuses('/admin/orders')).toEqual(new Set(['pending', 'completed', 'refunded']))
  expect(await statuses('/admin/withdrawals')).toEqual(new Set(['requested', 'paid', 'rejected']))
  expect(await statuses('/admin/commissions')).toEqual(new Set(['pending', 'paid', 'void']))
  expect(await statuses('/admin/promotions', 'state')).toEqual(new Set(['running', 'not_started', 'over']))
  expect(await statuses('/admin/coupons', 'state')).toEqual(new Set(['running', 'not_started', 'over']))
  expect(await statuses('/admin/invoices', 'kind')).toEqual(new Set(['invoice', 'credit_note']))
  expect((await read('/admin/vipcard/uses')).total).toBe(12)
  expect((await read('/admin/outages')).total).toBe(4)
  expect((await read('/admin/games')).items).toHaveLength(6)
  expect(await statuses('/admin/notices', 'placement')).toEqual(new Set(['banner', 'message']))
  const shown = (await read('/admin/articles', { kind: 'article', page_size: 100 })).items
  expect(shown.every(({ views, helpful }: { views: number; helpful: number }) => views >= helpful && helpful > 0)).toBe(true)
})

test('a visitor of either language reads the demo in it', async () => {
  const texts = async (language: string): Promise<string[]> => {
    const readIn = async (path: string) => (await t.call('GET', path, {}, { 'accept-language': language })).body
    const [plans, discounts, footer] = await Promise.all([
      readIn('/api/plan/list'),
      readIn('/api/discount/list'),
      readIn('/api/comm/footer'),
    ])
    const { rows: nodes } = await t.database.pool.query('select name, translations from nodes')
    const locations = language === 'en' ? nodes.map(({ name }) => name) : nodes.map(({ translations }) => translations['zh-CN'].name)
    const written = [...plans.items, ...discounts.items].flatMap(({ name, content, tags = [] }) => [name, content, ...tags])
    return [...written, footer.official_account, footer.filing, ...locations].filter((text) => text !== '')
  }
  const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)
  const [english, chinese] = [await texts('en'), await texts('zh-CN')]
  expect(english.length).toBeGreaterThan(20)
  expect(chinese).toHaveLength(english.length)
  expect(english.filter(isHan)).toEqual([])
  expect(chinese.filter((text) => !isHan(text))).toEqual([])
})

test('the demo’s nodes come online once they have called', async () => {
  const states = async () => new Set((await read('/admin/nodes')).items.map((node: { status: string }) => node.status))
  t.travel(3_600_000)
  expect(await states()).toEqual(new Set(['offline']))
  await callOnce(t.app)
  await expect.poll(states).toEqual(new Set(['online']))
})

test('nodes and members outside the demo are left alone', async () => {
  const node = await t.node({ host: 'node.example.org' })
  const stranger = await t.member()
  const demoNode = (await read('/admin/nodes')).items[0]
  await t.database.pool.query('update accounts set email = $1, email_key = $1 where id = $2', ['someone@example.org', stranger.id])
  await t.subscribe(stranger.id, demoNode.group_ids[0])
  for (let minute = 0; minute < 8; minute++) {
    t.travel(60_000)
    await callOnce(t.app)
  }
  const { rows } = await t.database.pool.query('select up + down as used from subscriptions where account_id = $1', [stranger.id])
  expect(Number(rows[0].used)).toBe(0)
  expect((await read('/admin/nodes')).items.find((one: { id: number }) => one.id === node.id)).toMatchObject({ last_push_at: null })
})

test('a database that is not empty is left as it is', async () => {
  const before = (await read('/admin/users')).total
  expect(await fillDemo(t.app)).toBeNull()
  expect((await read('/admin/users')).total).toBe(before)
})
