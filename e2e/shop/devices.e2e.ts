import { emptySettings } from '@portico/contract/empty-settings'
import { expect, onShop, test } from '../journey.ts'
import { change, done, fitsScreen, passesAxe, type Shop, speak } from '../shop.ts'

const MB = 1_000_000
let node: { id: number; secret: string }
const shop: Shop = onShop(async () => {
  const place = { name: 'Osaka', host: 'osaka.example.com', port: '443', server_port: 443, rate: 100, tags: [], state: 'enabled' }
  const made = await done(
    shop.operator.call('POST', '/admin/nodes', { ...place, group_ids: [shop.group], settings: emptySettings('trojan') }),
  )
  node = { id: made.node.id, secret: made.secret }
  const back = await change(shop.operator, { 'subscription.hwid': 'limit' })
  return async () => {
    await back()
    await done(shop.operator.call('DELETE', `/admin/nodes/${node.id}`))
  }
})

test('on a phone, a member adds a device by QR code, names it, sees its bytes and frees a place for another', async () => {
  const member = await shop.member('family')
  const { page } = member
  const end = new Date(Date.now() + 30 * 86_400_000).toISOString()
  await shop.changeUser(member, { plan_id: shop.small.id, expired_at: end, own_device_limit: 2 })
  const { subscribe_url: shared, uuid } = await done(member.call('GET', '/muser/getSubscribe'))

  await page.goto('/user/devices')
  await expect(page.getByText('0 of 2 taken')).toBeVisible()
  await page.getByRole('button', { name: 'Add a device' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a device' })
  await adding.getByRole('button', { name: 'Add a device' }).click()
  await expect(adding.getByText('Please fill in this field.')).toBeVisible()
  await adding.getByLabel('Name').fill('Living room TV')
  await passesAxe(page)
  await adding.getByRole('button', { name: 'Add a device' }).click()
  const opened = page.getByRole('dialog', { name: 'Link for Living room TV' })
  await expect(opened.getByRole('img', { name: 'QR' })).toBeVisible()
  const link = await opened.getByRole('textbox').inputValue()
  await passesAxe(page)
  await opened.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('1 of 2 taken')).toBeVisible()

  const own = await fetched(link, { 'x-hwid': 'tv', 'x-device-os': 'Android TV', 'x-device-model': 'Shield' })
  expect(own).not.toContain(uuid)
  const row = (await users()).find((user) => own.includes(user.uuid))
  await push({ [row?.id ?? 0]: [5 * MB, 250 * MB] })
  // The second place is taken by what an app says.
  expect(await fetched(shared, { 'x-hwid': 'phone', 'x-device-os': 'iOS', 'x-device-model': 'iPhone 17' })).toContain(uuid)
  const refused = await fetched(shared, { 'x-hwid': 'tablet' })
  expect(refused).toContain('All places are taken: ')
  expect(refused).toContain('iPhone 17')

  await page.reload()
  const list = page.getByRole('main').getByRole('listitem')
  await expect(page.getByText('2 of 2 taken')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a device' })).toBeDisabled()
  await expect(list.filter({ hasText: 'Living room TV' })).toContainText('Shield · Android TV')
  await expect
    .poll(async () => {
      await page.reload()
      return list.filter({ hasText: 'Living room TV' }).textContent()
    })
    .toContain('243 MB')
  await list.filter({ hasText: 'iPhone 17' }).getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Mother')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(list.filter({ hasText: 'Mother' })).toContainText('iPhone 17 · iOS')
  await fitsScreen(page)

  await speak(page.context(), shop.portico, 'zh-CN')
  await page.reload()
  await expect(page.getByText('已用 2 / 2 个名额')).toBeVisible()
  await list.filter({ hasText: 'Mother' }).getByRole('button', { name: '移除' }).click()
  await page.getByRole('alertdialog', { name: '移除“Mother”？' }).getByRole('button', { name: '移除' }).click()
  await expect(page.getByText('已用 1 / 2 个名额')).toBeVisible()
  expect(await fetched(shared, { 'x-hwid': 'tablet', 'x-device-model': 'Pad 7' })).toContain(uuid)
  await fitsScreen(page)
})

/** What an app gets by a link. */
async function fetched(link: string, says: Record<string, string>): Promise<string> {
  return (await fetch(`${link}?flag=sing-box`, { headers: { 'user-agent': 'Happ/4.11.0', ...says } })).text()
}

const address = (action: string) =>
  `${shop.portico.base}/api/v1/server/UniProxy/${action}?${new URLSearchParams({ node_id: String(node.id), node_type: 'trojan', token: node.secret })}`

async function users(): Promise<{ id: number; uuid: string }[]> {
  return ((await (await fetch(address('user'))).json()) as { users: { id: number; uuid: string }[] }).users
}

async function push(traffic: Record<number, [number, number]>): Promise<void> {
  expect((await fetch(address('push'), { method: 'POST', body: JSON.stringify(traffic) })).status).toBe(200)
}
