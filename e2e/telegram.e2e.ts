import { type Browser, expect, type Page, test } from '@playwright/test'
import { startTelegram, TOKEN, type TelegramServer } from '../apps/server/test/telegram-server.ts'
import { MEMBER, OPERATOR, type Portico, startPortico } from './portico.ts'
import { passesAxe } from './shop.ts'

const WORDS = {
  en: {
    locale: 'en-US',
    connect: 'Connect Telegram',
    open: 'Open Telegram',
    code: 'Message for the bot',
    bound: 'Telegram is connected.',
    said: /^Connected to member@example\.com\./,
    disconnect: 'Disconnect',
    disconnected: 'Telegram is disconnected.',
    test: 'Test the bot',
    works: 'Works: Portico, @portico_test_bot.',
    language: 'en',
  },
  'zh-CN': {
    locale: 'zh-CN',
    connect: '绑定 Telegram',
    open: '打开 Telegram',
    code: '发送给机器人的消息',
    bound: '已绑定 Telegram。',
    said: /^已绑定账号 member@example\.com。/,
    disconnect: '解除绑定',
    disconnected: '已解除 Telegram 绑定。',
    test: '测试机器人',
    works: '工作正常：Portico，@portico_test_bot。',
    language: 'zh-hans',
  },
} as const
type Words = (typeof WORDS)[keyof typeof WORDS]

let portico: Portico
let telegram: TelegramServer
test.beforeAll(async () => {
  ;[portico, telegram] = await Promise.all([startPortico('--demo'), startTelegram()])
  const operator = (await portico.call('POST', '/muser/auth/login', OPERATOR)).body.x_token
  const settings = { 'bot.on': true, 'bot.api_url': telegram.url, 'bot.token': TOKEN, 'bot.mode': 'polling' }
  expect((await portico.call('PATCH', '/admin/settings', settings, operator)).status).toBe(200)
  expect((await portico.call('POST', '/admin/telegram/test', {}, operator)).body.fault).toBe(null)
})
test.afterAll(async () => {
  await portico.stop()
  await telegram.stop()
})

async function signedIn(browser: Browser, { locale }: Words, who: typeof MEMBER, width = 390): Promise<Page> {
  const page = await (await browser.newContext({ locale, viewport: { width, height: 844 } })).newPage()
  const { x_token: token } = (await portico.call('POST', '/muser/auth/login', who)).body
  const cookies = { AdminToken: token, username: who.email }
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: portico.base })))
  return page
}

test.describe.configure({ mode: 'serial' })
for (const [name, words] of Object.entries(WORDS)) {
  test(`a member connects the bot, and the page shows it at once: ${name}`, async ({ browser }) => {
    const page = await signedIn(browser, words, MEMBER)
    // The account's own language decides how the bot speaks.
    const token = (await page.context().cookies()).find((cookie) => cookie.name === 'AdminToken')?.value
    await portico.call('POST', '/muser/update', { language: name }, token)
    await page.goto(`${portico.base}/user/profile/index`)
    await page.getByRole('button', { name: words.connect }).click()
    await expect(page.getByRole('link', { name: words.open })).toHaveAttribute(
      'href',
      /^https:\/\/t\.me\/portico_test_bot\?start=[\w-]{43}$/,
    )
    await passesAxe(page)
    const sent = await page.getByLabel(words.code).inputValue()
    const person = telegram.person(name === 'en' ? 81 : 82, words.language)
    telegram.queue(telegram.textOf(person, sent))
    await expect(page.getByText(words.bound)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(`@person${person.id}`)).toBeVisible()
    await expect.poll(() => telegram.chat(person.id)[0], { timeout: 20_000 }).toMatch(words.said)
    await page.getByText(`@person${person.id}`).locator('xpath=../..').getByRole('button', { name: words.disconnect }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.disconnect }).click()
    await expect(page.getByText(words.disconnected)).toBeVisible()
    await expect(page.getByRole('button', { name: words.connect })).toBeVisible()
    await page.context().close()
  })

  test(`an operator tests the bot in the settings: ${name}`, async ({ browser }) => {
    const page = await signedIn(browser, words, OPERATOR, 1440)
    await page.goto(`${portico.base}/admin/setting?group=bot`)
    await page.getByRole('button', { name: words.test }).click()
    await expect(page.getByText(words.works)).toBeVisible()
    await page.context().close()
  })
}
