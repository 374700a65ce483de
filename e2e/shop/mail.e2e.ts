import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { mailSettings, startSmtp } from '../../apps/server/test/smtp.ts'
import { expect, onShop, test } from '../journey.ts'
import { change, done, fitsScreen, passesAxe, type Person, type Shop, signIn, speak, visit } from '../shop.ts'
import { slowness } from '../../scripts/slowness.ts'

// What members do with mails that reach them, in Chinese.

let smtp: Awaited<ReturnType<typeof startSmtp>>
const shop: Shop = onShop(async () => {
  smtp = await startSmtp()
  const back = await change(shop.operator, mailSettings(smtp.port))
  return async () => {
    await back()
    await smtp.stop()
  }
})

/** What the newest mail to an address, with such a subject, has of this form. Waits for it. */
async function inMail(address: string, pattern: RegExp, subject = /./): Promise<string> {
  const find = (): string => {
    const mail = smtp.mails.findLast((one) => one.recipients.includes(address) && subject.test(one.subject ?? ''))
    return pattern.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(find, { timeout: 90_000 * slowness }).not.toBe('')
  return find()
}
const CODE = /(?<!\d)\d{6}(?!\d)/
const LINK = /https?:\/\/\S+\/undo#\S+/

async function arrive(browser: Browser): Promise<Page> {
  const page = await visit(browser, shop.portico, 390)
  await speak(page.context(), shop.portico, 'zh-CN')
  return page
}

async function memberOf(name: string): Promise<Person> {
  const member = await shop.member(name)
  await done(member.call('POST', '/muser/update', { language: 'zh-CN' }))
  await speak(member.page.context(), shop.portico, 'zh-CN')
  return member
}

test('a member sets a name, changes the address, undoes it, asks to close the account, and keeps it', async ({ browser }) => {
  const { email, page, call } = await memberOf('own')
  const other = 'other@example.com'
  await page.goto('/user/profile/index')
  await page.getByRole('textbox', { name: '名称', exact: true }).fill('Ada Lovelace')
  await page.locator('#profile').getByRole('button', { name: '保存' }).click()
  await expect.poll(async () => (await done(call('POST', '/muser/info'))).userInfo.name).toBe('Ada Lovelace')

  await page.getByRole('button', { name: '更换邮箱' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('新邮箱').fill(other)
  await dialog.getByRole('button', { name: '发送验证码' }).click()
  await expect(dialog.getByLabel('验证码', { exact: true })).toBeFocused()
  await dialog.getByLabel('验证码', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.locator('[class*="error"]').first()).toBeVisible()
  await passesAxe(page)
  await dialog.getByLabel('验证码', { exact: true }).fill(await inMail(other, CODE))
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.locator('#ways').getByText(other)).toBeVisible()

  // The old address undoes it, in a browser that knows nothing of the account.
  const elsewhere = await arrive(browser)
  await elsewhere.goto(await inMail(email, LINK))
  await elsewhere.getByRole('button', { name: '恢复原来的地址' }).click()
  await elsewhere.getByLabel('新密码', { exact: true }).fill('chosen after the undo')
  await elsewhere.getByRole('button', { name: '保存密码' }).click()
  await expect(elsewhere.getByRole('heading', { name: '您的账号已恢复安全' })).toBeVisible()
  expect((await call('POST', '/muser/info')).status).toBe(403)

  const login = { email, password: 'chosen after the undo' }
  const back = await signIn(shop.portico, browser, login, 1440)
  await speak(back.page.context(), shop.portico, 'zh-CN')
  await back.page.goto('/user/profile/index')
  const [download] = await Promise.all([
    back.page.waitForEvent('download'),
    back.page.getByRole('button', { name: '下载我的数据' }).click(),
  ])
  expect(
    readFileSync(await download.path())
      .subarray(0, 4)
      .toString('latin1'),
  ).toBe('PK\x03\x04')
  await back.page.getByRole('button', { name: '注销我的账号…' }).click()
  await passesAxe(back.page)
  await back.page.getByRole('button', { name: '24 小时后注销' }).click()
  // However young the session is.
  const asked = back.page.getByRole('dialog', { name: '验证身份' })
  await asked.getByLabel('密码', { exact: true }).fill(login.password)
  await asked.locator('button[type=submit]').click()
  await expect(back.page.getByText(/您的账号将于/)).toBeVisible()
  await back.page.getByRole('button', { name: '保留我的账号' }).click()
  await expect(back.page.getByText('账号已保留。')).toBeVisible()
  await expect(back.page.getByRole('button', { name: '注销我的账号…' })).toBeVisible()
  expect((await shop.portico.call('POST', '/muser/auth/login', login)).status).toBe(200)
})

test('a reminder leads through the login to the member’s plan, which is renewed', async ({ browser }) => {
  const member = await memberOf('renews')
  await shop.buy(member, shop.small)
  const end = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await shop.changeUser(member, { expired_at: end })
  await shop.portico.run('note_expiring')
  const link = await inMail(member.email, /https?:\/\/\S+\/user\/plan\/\S+/, /^您的套餐将于/)

  const page = await arrive(browser)
  await page.goto(link)
  await page.waitForURL('**/login?redirect=**')
  await page.getByLabel('邮箱').fill(member.email)
  await page.getByLabel('密码', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(link)
  await expect(page.getByText(shop.small.name).first()).toBeVisible()
  await page.getByText('Wallet').click()
  // On a phone a bar repeats the button while it is out of sight.
  await page.getByRole('button', { name: /^支付/ }).first().click()
  await page.locator('#pay').click()
  await expect(page.getByRole('heading', { name: '续费成功' })).toBeVisible()
  const { expired_at: renewed } = await done(member.call('GET', '/muser/getSubscribe'))
  expect(new Date(renewed).getTime()).toBeGreaterThan(new Date(end).getTime())
})

test('a mail’s link stops its kind without a login; the page of preferences shows it and has the rest', async ({ browser }) => {
  const member = await memberOf('stops')
  await shop.buy(member, shop.small)
  const link = await inMail(member.email, /https?:\/\/\S+#stop\.\S+/, /付款已到账$/)

  const visitor = await arrive(browser)
  await visitor.goto(link)
  await visitor.getByRole('button', { name: '不再接收', exact: true }).waitFor()
  await fitsScreen(visitor)
  await passesAxe(visitor)
  await visitor.getByRole('button', { name: '不再接收', exact: true }).click()
  await expect(visitor.getByRole('heading', { name: '已停止“订单”邮件' })).toBeVisible()

  const { page } = member
  await page.goto('/user/reminders')
  await expect(page.getByRole('heading', { name: '提醒设置', level: 1 })).toBeVisible()
  await expect(page.getByLabel('订单: 邮件')).not.toBeChecked()
  await page.getByLabel('节点故障: 邮件').click()
  await expect(page.getByLabel('节点故障: 邮件')).toBeChecked()
  await page.getByRole('switch', { name: '夜间免打扰' }).press('Space')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(async () => (await done(member.call('GET', '/muser/reminders'))).quiet?.from).toBe(22 * 60)
  await fitsScreen(page)
  await passesAxe(page)
  await page.reload()
  await expect(page.getByLabel('节点故障: 邮件')).toBeChecked()
  await expect(page.getByRole('switch', { name: '夜间免打扰' })).toBeChecked()
  await page.getByRole('button', { name: '发送测试', exact: true }).first().click()
  await inMail(member.email, /Portico/, /^Portico 测试消息$/)
})
