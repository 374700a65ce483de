import { emptySettings } from '@portico/contract/empty-settings'
import { expect, onShop, test } from '../journey.ts'
import { done, fitsScreen, passesAxe, type Person, type Shop } from '../shop.ts'
import { slowness } from '../../scripts/slowness.ts'

let node: { id: number; secret: string }
const shop: Shop = onShop(async () => {
  const place = { name: 'Tokyo 01', host: 'node.example.com', port: '443', server_port: 8443, rate: 100, tags: [], state: 'enabled' }
  // 4 GB a second. A report may be a minute ahead of the clock, so 240 GB may come at once.
  const body = { ...place, group_ids: [shop.group], settings: emptySettings('trojan'), line_speed: 32_000 }
  const made = await done(shop.operator.call('POST', '/admin/nodes', body))
  node = { id: made.node.id, secret: made.secret }
  return () => done(shop.operator.call('DELETE', `/admin/nodes/${node.id}`))
})

const GB = 1_000_000_000
const HOME = '198.51.100.7'
const THIEF = '203.0.113.66'

async function usedBy(who: Person): Promise<number> {
  const { u, d } = await done(who.call('GET', '/muser/getSubscribe'))
  return u + d
}

test('an operator sees that a node’s secret was stolen, decides what was held, undoes the rest, and keeps the thief out', async () => {
  const { operator, portico } = shop
  const { secret } = node
  const [first, second] = [await shop.member('first'), await shop.member('second')]
  for (const who of [first, second]) await shop.buy(who, shop.small)
  const push = async (row: Record<number, [number, number]>, from: string, token = secret): Promise<number> => {
    const proof = new URLSearchParams({ node_id: String(node.id), node_type: 'trojan', token })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
    const url = `${portico.base}/api/v1/server/UniProxy/push?${proof}`
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(row) })).status
  }
  const [a, b] = [(await shop.userOf(first)).id, (await shop.userOf(second)).id]
  expect(await push({ [a]: [1000, 2000], [b]: [10, 20] }, HOME)).toBe(200)
  // The thief stays below what the line carries, and both members are cut off. What is more is held.
  expect(await push({ [a]: [0, 110 * GB], [b]: [0, 110 * GB] }, THIEF)).toBe(200)
  expect(await push({ [a]: [1, 150 * GB], [b]: [1, 150 * GB] }, THIEF)).toBe(200)
  const served = await fetch(`${portico.base}/api/v1/server/UniProxy/user?node_id=${node.id}&node_type=trojan&token=${secret}`)
  expect(((await served.json()) as { users: { id: number }[] }).users.filter(({ id }) => [a, b].includes(id))).toEqual([])
  expect(await usedBy(first)).toBe(110 * GB + 3000)

  // The alarm: the watch looks every minute, and now.
  await portico.run('watch_reports')
  const desk = operator.page
  await expect
    .poll(async () => (await done(operator.call('GET', '/admin/report-alarms'))).total, { timeout: 90_000 * slowness })
    .toBeGreaterThan(0)
  await desk.goto('/dashboard')
  await expect(desk.getByRole('link', { name: /1 node report to charge or drop/ })).toBeVisible()
  await desk.getByRole('link', { name: /1 node has alarms/ }).click()
  await expect(desk.getByRole('cell', { name: 'A member uses ten times their usual hour' }).first()).toBeVisible()
  await expect(desk.getByRole('cell', { name: '110 GB in an hour' }).first()).toBeVisible()

  // One click drops what was held.
  const held = desk.getByRole('region', { name: 'Held reports' })
  await held.getByRole('button', { name: /Tokyo 01/ }).click()
  await desk.getByRole('menuitem', { name: 'Drop' }).click()
  await desk.getByRole('dialog').getByLabel('Reason').fill('not ours')
  await passesAxe(desk)
  await desk.getByRole('dialog').getByRole('button', { name: 'Drop' }).click()
  await expect(desk.getByText('Report dropped.')).toBeVisible()
  await expect(held).toHaveCount(0)

  // A new secret, then the undo of what came from the thief's address.
  const { secret: fresh } = await done(operator.call('POST', `/admin/nodes/${node.id}/secret`, {}))
  const alarms = desk.getByRole('region', { name: 'Alarms' })
  await alarms
    .getByRole('button', { name: /Tokyo 01/ })
    .first()
    .click()
  await desk.getByRole('menuitem', { name: 'Undo reports' }).click()
  const drawer = desk.getByRole('dialog', { name: /Undo what Tokyo 01 reported/ })
  await expect(drawer.getByText(/\d reports?\./)).toBeVisible()
  // The alarm came after the first report: from the menu of the node, the undo begins an hour ago.
  await desk.goto(`/admin/server/manage?tab=reports&undo=${node.id}`)
  await expect(drawer.getByLabel(THIEF)).toBeVisible()
  await drawer.getByLabel(THIEF).check()
  await expect(drawer.getByText('2 members get back')).toBeVisible()
  await drawer.getByLabel('Reason').fill('the secret was stolen')
  await passesAxe(desk)
  await drawer.getByRole('button', { name: 'Continue' }).click()
  const question = desk.getByRole('alertdialog')
  await expect(question).toContainText(/Undo 1 report of Tokyo 01\?/)
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(desk.getByText('1 report undone')).toBeVisible()
  await expect(desk.getByText('No alarms')).toBeVisible()
  expect([await usedBy(first), await usedBy(second)]).toEqual([3000, 30])
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.reload()
  await expect(desk.getByText('1 report undone')).toBeVisible()
  await fitsScreen(desk)
  await desk.setViewportSize({ width: 1440, height: 900 })

  // The old secret is refused, and the new one only works from the node's own address.
  expect(await push({ [a]: [1, 1] }, THIEF)).toBe(403)
  await desk.goto('/admin/server/manage')
  await desk.getByRole('button', { name: 'Tokyo 01', exact: true }).click()
  await desk.getByRole('combobox', { name: 'Addresses it calls from' }).fill(HOME)
  await desk.getByRole('combobox', { name: 'Addresses it calls from' }).press('Enter')
  await desk.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Saved')).toBeVisible()
  expect(await push({ [a]: [5, 5] }, THIEF, fresh)).toBe(403)
  expect(await push({ [a]: [5, 5] }, HOME, fresh)).toBe(200)
  expect(await usedBy(first)).toBe(3010)
})
