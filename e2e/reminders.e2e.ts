import { type Browser, expect, type Page, test } from '@playwright/test'
import { startEpay } from '../apps/server/test/gateways/epay.ts'
import { mailSettings, startSmtp } from '../apps/server/test/smtp.ts'
import { type Portico, startPortico } from './portico.ts'
import { done, fitsScreen, type Gateway, openShop, passesAxe, type Person, speak } from './shop.ts'

let portico: Portico
let smtp: Awaited<ReturnType<typeof startSmtp>>
let gateway: Gateway
let shop: Awaited<ReturnType<typeof openShop>>
test.beforeAll(async ({ browser }) => {
  ;[portico, smtp, gateway] = await Promise.all([startPortico(), startSmtp(), startEpay()])
  shop = await openShop(portico, gateway, browser, mailSettings(smtp.port))
})
test.afterAll(async () => {
  await portico.stop()
  await Promise.all([smtp.stop(), gateway.stop()])
})

const words = {
  en: {
    ends: /^Your plan ends on /,
    arrived: /your payment has arrived$/,
    email: 'E-mail',
    password: 'Password',
    login: 'Log in',
    pay: /^Pay /,
    ready: 'Your plan is renewed',
    stop: 'Stop these mails',
    stopped: 'No more mails about orders',
    title: 'Reminders',
    orders: 'Orders: Mail',
    outages: 'Outages: Mail',
    night: 'No reminders at night',
    save: 'Save',
    test: 'Send a test',
    tested: 'Test from Portico',
  },
  'zh-CN': {
    ends: /^您的套餐将于/,
    arrived: /付款已到账$/,
    email: '邮箱',
    password: '密码',
    login: '登录',
    pay: /^支付/,
    ready: '续费成功',
    stop: '不再接收',
    stopped: '已停止“订单”邮件',
    title: '提醒设置',
    orders: '订单: 邮件',
    outages: '节点故障: 邮件',
    night: '夜间免打扰',
    save: '保存',
    test: '发送测试',
    tested: 'Portico 测试消息',
  },
} as const
type Language = keyof typeof words

/** The link of this form in the newest mail with such a subject. Reminders are looked for every minute. */
async function linkIn(address: string, subject: RegExp, link: RegExp): Promise<string> {
  const find = (): string => {
    const mail = smtp.mails.findLast((one) => one.recipients.includes(address) && subject.test(one.subject ?? ''))
    return link.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(find, { timeout: 150_000 }).not.toBe('')
  return find()
}

async function newPage(browser: Browser, language: Language): Promise<Page> {
  const context = await browser.newContext({ locale: language, viewport: { width: 390, height: 844 } })
  await speak(context, portico, language)
  return context.newPage()
}

async function memberOf(language: Language, name: string): Promise<Person> {
  const member = await shop.member(`${name}.${language}`)
  await done(member.call('POST', '/muser/update', { language }))
  await speak(member.page.context(), portico, language)
  return member
}

for (const language of ['en', 'zh-CN'] as const) {
  const w = words[language]

  test(`a reminder leads through the login to the member’s plan, which is renewed (${language})`, async ({ browser }) => {
    test.setTimeout(300_000)
    const member = await memberOf(language, 'renews')
    await shop.buy(member, shop.small)
    const { items } = await done(shop.operator.call('GET', '/admin/users', { q: member.email }))
    const end = new Date(Date.now() + 2 * 86_400_000).toISOString()
    const { id, version } = items[0]
    await done(shop.operator.call('PATCH', `/admin/users/${id}`, { version, change: { expired_at: end } }))
    const link = await linkIn(member.email, w.ends, /https?:\/\/\S+\/user\/plan\/\S+/)

    const page = await newPage(browser, language)
    await page.goto(link)
    await page.waitForURL('**/login?redirect=**')
    await page.getByLabel(w.email).fill(member.email)
    await page.getByLabel(w.password, { exact: true }).fill(member.password)
    await page.getByRole('button', { name: w.login, exact: true }).click()
    await page.waitForURL(link)
    await expect(page.getByText(shop.small.name).first()).toBeVisible()
    await page.getByText('Wallet').click()
    // On a phone a bar repeats the button while it is out of sight.
    await page.getByRole('button', { name: w.pay }).first().click()
    await page.locator('#pay').click()
    await expect(page.getByRole('heading', { name: w.ready })).toBeVisible()
    const { expired_at: renewed } = await done(member.call('GET', '/muser/getSubscribe'))
    expect(new Date(renewed).getTime()).toBeGreaterThan(new Date(end).getTime())
    await page.context().close()
  })

  test(`a mail’s link stops its kind without a login; the page of preferences shows it and has the rest (${language})`, async ({
    browser,
  }) => {
    test.setTimeout(300_000)
    const member = await memberOf(language, 'stops')
    await shop.buy(member, shop.small)
    const link = await linkIn(member.email, w.arrived, /https?:\/\/\S+#stop\.\S+/)

    const visitor = await newPage(browser, language)
    await visitor.goto(link)
    await visitor.getByRole('button', { name: w.stop, exact: true }).waitFor()
    await fitsScreen(visitor)
    await passesAxe(visitor)
    await visitor.getByRole('button', { name: w.stop, exact: true }).click()
    await expect(visitor.getByRole('heading', { name: w.stopped })).toBeVisible()
    await visitor.context().close()

    const { page } = member
    await page.goto('/user/reminders')
    await expect(page.getByRole('heading', { name: w.title, level: 1 })).toBeVisible()
    await expect(page.getByLabel(w.orders)).not.toBeChecked()
    await page.getByLabel(w.outages).click()
    await expect(page.getByLabel(w.outages)).toBeChecked()
    await page.getByRole('switch', { name: w.night }).press('Space')
    await page.getByRole('button', { name: w.save, exact: true }).click()
    await expect.poll(async () => (await done(member.call('GET', '/muser/reminders'))).quiet?.from).toBe(22 * 60)
    await fitsScreen(page)
    await passesAxe(page)
    await page.reload()
    await expect(page.getByLabel(w.outages)).toBeChecked()
    await expect(page.getByRole('switch', { name: w.night })).toBeChecked()
    await page.getByRole('button', { name: w.test, exact: true }).first().click()
    await linkIn(member.email, new RegExp(`^${w.tested}$`), /Portico/)
    await page.context().close()
  })
}
