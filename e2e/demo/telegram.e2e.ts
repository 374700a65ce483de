import { startTelegram, TOKEN, type TelegramServer } from '../../apps/server/test/telegram-server.ts'
import { expect, onDemo, test } from '../journey.ts'
import { MEMBER, OPERATOR, type Portico } from '../portico.ts'
import { change, done, passesAxe, type Person, signIn, speak } from '../shop.ts'

let telegram: TelegramServer
let operator: Person
const portico: Portico = onDemo(async (_, browser) => {
  telegram = await startTelegram()
  operator = await signIn(portico, browser, OPERATOR, 1440)
  const bot = { 'bot.on': true, 'bot.api_url': telegram.url, 'bot.token': TOKEN, 'bot.mode': 'polling' }
  const back = await change(operator, bot)
  expect((await done(operator.call('POST', '/admin/telegram/test'))).fault).toBe(null)
  return async () => {
    await back()
    await telegram.stop()
  }
})

test('a member connects the bot, and the page shows it at once', async ({ browser }) => {
  const { page, call } = await signIn(portico, browser, MEMBER, 390)
  await speak(page.context(), portico, 'zh-CN')
  // The account's own language decides how the bot speaks.
  await done(call('POST', '/muser/update', { language: 'zh-CN' }))
  await page.goto('/user/profile/index')
  await page.getByRole('button', { name: '绑定 Telegram' }).click()
  await expect(page.getByRole('link', { name: '打开 Telegram' })).toHaveAttribute(
    'href',
    /^https:\/\/t\.me\/portico_test_bot\?start=[\w-]{43}$/,
  )
  await passesAxe(page)
  const sent = await page.getByLabel('发送给机器人的消息').inputValue()
  const person = telegram.person(82, 'zh-hans')
  telegram.queue(telegram.textOf(person, sent))
  await expect(page.getByText('已绑定 Telegram。')).toBeVisible()
  await expect(page.getByText(`@person${person.id}`)).toBeVisible()
  await expect.poll(() => telegram.chat(person.id)[0]).toMatch(/^已绑定账号 member@example\.com。/)
  await page.getByText(`@person${person.id}`).locator('xpath=../..').getByRole('button', { name: '解除绑定' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '解除绑定' }).click()
  await expect(page.getByText('已解除 Telegram 绑定。')).toBeVisible()
  await expect(page.getByRole('button', { name: '绑定 Telegram' })).toBeVisible()
  await done(call('POST', '/muser/update', { language: 'en' }))
})

test('an operator tests the bot in the settings', async () => {
  const { page } = operator
  await page.goto('/admin/setting?group=bot')
  await page.getByRole('button', { name: 'Test the bot' }).click()
  await expect(page.getByText('Works: Portico, @portico_test_bot.')).toBeVisible()
})
