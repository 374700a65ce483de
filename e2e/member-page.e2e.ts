import { expect, test } from '@playwright/test'
import { startEpay } from '../apps/server/test/gateways/epay.ts'
import { type Portico, startPortico } from './portico.ts'
import { done, type Gateway, openShop, passesAxe, speak } from './shop.ts'

const WORDS = {
  en: {
    more: /^Actions for li-/,
    search: 'Address, link, order, IP, note…',
    foundBy: 'Subscription link',
    finding: 'Expired',
    extend: 'Extend',
    days: 'Days',
    reason: 'Reason',
    tell: 'Tell the member',
    done: 'Plan extended.',
    act: 'Member: term extended',
    because: 'Reason: an outage in Tokyo',
    devices: 'Reset devices',
    devicesDone: 'Devices reset.',
    link: 'Reset link',
    linkDone: 'Link and credentials reset.',
    notes: 'Notes',
    newNote: 'New note',
    addNote: 'Add note',
    overview: 'Overview',
    told: 'Your plan was extended by 5 days',
    all: 'Select all 3 that match',
    scope: 'This reaches 3 members.',
    next: 'Continue',
    start: 'Start for 3 members',
    finished: '1 member changed.',
    failed: '2 members could not be changed:',
    why: 'This member has no plan that could be extended.',
    close: 'Close',
  },
  'zh-CN': {
    more: /^“li-.*”的操作$/,
    search: '账号、链接、订单号、IP、备注…',
    foundBy: '订阅链接',
    finding: '到期',
    extend: '延长有效期',
    days: '天数',
    reason: '原因',
    tell: '通知会员',
    done: '有效期已延长。',
    act: '会员：延长有效期',
    because: '原因：an outage in Tokyo',
    devices: '重置设备',
    devicesDone: '设备已重置。',
    link: '重置链接',
    linkDone: '链接和凭据已重置。',
    notes: '备注',
    newNote: '新备注',
    addNote: '添加备注',
    overview: '概览',
    told: '您的套餐已延长 5 天',
    all: '选择全部 3 位符合条件的会员',
    scope: '将影响 3 位会员。',
    next: '继续',
    start: '对 3 位会员执行',
    finished: '已更改 1 位会员。',
    failed: '2 位会员未能更改：',
    why: '该会员没有可以延长的套餐。',
    close: '关闭',
  },
} as const

let portico: Portico
let gateway: Gateway
let shop: Awaited<ReturnType<typeof openShop>>
test.beforeAll(async ({ browser }) => {
  ;[portico, gateway] = await Promise.all([startPortico(), startEpay()])
  shop = await openShop(portico, gateway, browser)
})
test.afterAll(() => Promise.all([portico.stop(), gateway.stop()]))

for (const language of ['en', 'zh-CN'] as const) {
  const words = WORDS[language]
  test(`support finds a member by their link, sees why they cannot connect, and helps for a reason (${language})`, async () => {
    const who = `li-${language.toLowerCase()}`
    const member = await shop.member(who)
    await shop.buy(member, shop.small)
    const { operator } = shop
    const { items } = await done(operator.call('GET', '/admin/users', { q: member.email }))
    const [{ id, version }] = items
    const change = { expired_at: new Date(Date.now() - 3 * 86_400_000).toISOString() }
    await done(operator.call('PATCH', `/admin/users/${id}`, { version, change }))
    const { subscribe_url: link } = await done(member.call('GET', '/muser/getSubscribe'))

    const { page } = operator
    await speak(page.context(), portico, language)
    await page.goto('/admin/user')
    await page.getByRole('searchbox', { name: words.search }).fill(link)
    const row = page.getByRole('row').filter({ hasText: member.email })
    await expect(row).toContainText(words.foundBy)
    await row.getByRole('button', { name: member.email }).click()
    await expect(page).toHaveURL(`${portico.base}/admin/user/${id}`)
    await expect(page.getByRole('status').filter({ hasText: words.finding }).first()).toBeVisible()
    await passesAxe(page)

    const dialog = page.getByRole('dialog')
    const act = async (name: string, shown: string, fill: () => Promise<void> = async () => {}): Promise<void> => {
      await page.getByRole('button', { name: words.more }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await fill()
      await dialog.getByLabel(words.reason).fill('an outage in Tokyo')
      await passesAxe(page)
      await dialog.getByRole('button', { name, exact: true }).click()
      await expect(page.getByText(shown).first()).toBeVisible()
      await expect(dialog).toHaveCount(0)
    }
    await act(words.extend, words.done, async () => {
      await dialog.getByLabel(words.days).fill('5')
      await dialog.getByLabel(words.tell).check()
    })
    await expect(page.getByText(words.because).first()).toBeVisible()
    await expect(page.getByText(words.act).first()).toBeVisible()
    await act(words.devices, words.devicesDone)
    await act(words.link, words.linkDone)
    expect((await done(member.call('GET', '/muser/getSubscribe'))).subscribe_url).not.toBe(link)

    await page.getByRole('tab', { name: words.notes }).click()
    await page.getByLabel(words.newNote).fill('Called twice about Tokyo')
    await page.getByRole('button', { name: words.addNote }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Called twice about Tokyo' })).toBeVisible()
    await passesAxe(page)
    await page.getByRole('tab', { name: words.overview }).click()
    await expect(page.getByText('Called twice about Tokyo').first()).toBeVisible()

    await speak(member.page.context(), portico, language)
    await member.page.goto('/user/msg')
    await expect(member.page.getByText(words.told)).toBeVisible()

    // The list as it was left.
    await page.goBack()
    await expect(page).toHaveURL(/\/admin\/user\?q=/)
  })

  test(`many members are changed at once: first the count, then the progress, then who could not be (${language})`, async () => {
    const mark = `many-${language.toLowerCase()}`
    const members = [await shop.member(`${mark}-1`), await shop.member(`${mark}-2`), await shop.member(`${mark}-3`)]
    await shop.buy(members[0]!, shop.small)
    const { page } = shop.operator
    await speak(page.context(), portico, language)
    await page.goto(`/admin/user?q=${mark}`)
    await page.getByRole('checkbox', { name: `${mark}-1@example.com` }).check()
    const bar = page.getByRole('toolbar')
    await bar.getByRole('button', { name: words.all }).click()
    await bar.getByRole('button', { name: words.extend }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.reason).fill('an outage in Tokyo')
    await dialog.getByRole('button', { name: words.next }).click()
    await expect(dialog).toContainText(words.scope)
    await passesAxe(page)
    await dialog.getByRole('button', { name: words.start }).click()
    await expect(dialog).toContainText(words.finished)
    await expect(dialog).toContainText(words.failed)
    await expect(dialog).toContainText(words.why)
    await passesAxe(page)
    await dialog.getByRole('button', { name: words.close }).last().click()
    await expect(bar).toHaveCount(0)
  })
}

test('an operator gives a member a speed and a number of devices of their own, and the member has them', async () => {
  const { operator } = shop
  const member = await shop.member('own-limits')
  await shop.buy(member, shop.small)
  const [{ id }] = (await done(operator.call('GET', '/admin/users', { q: member.email }))).items
  const { page } = operator
  await speak(page.context(), portico, 'en')
  await page.goto(`/admin/user/${id}?tab=subscription`)
  await page.getByLabel('Speed limit').fill('20')
  await page.getByLabel('Device limit').fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  const limits = async (): Promise<unknown> => {
    const { speed_limit: speed, device_limit: devices } = await done(member.call('GET', '/muser/getSubscribe'))
    return { speed, devices }
  }
  await expect.poll(limits).toEqual({ speed: 20, devices: 5 })
})
