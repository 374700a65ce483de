import { type Browser, expect, type Page, test } from '@playwright/test'
import { OPERATOR, type Portico, startPortico } from './portico.ts'

const WORDS = {
  en: {
    lang: 'en-US',
    staff: 'Staff',
    invite: 'Invite someone',
    email: 'E-mail address',
    role: 'Support',
    link: 'Create link',
    url: 'Invitation link',
    password: 'Password',
    join: 'Create account and join',
    people: 'Members',
    finance: 'Finance',
    users: 'Members',
    orders: 'Orders',
    ledger: 'Ledger',
    remarks: 'Notes',
    save: 'Save',
    saved: 'Saved.',
  },
  'zh-CN': {
    lang: 'zh-CN',
    staff: '团队成员',
    invite: '邀请成员',
    email: '邮箱',
    role: '客服',
    link: '生成链接',
    url: '邀请链接',
    password: '密码',
    join: '创建账号并加入',
    people: '会员',
    finance: '财务',
    users: '会员管理',
    orders: '订单管理',
    ledger: '账本',
    remarks: '备注',
    save: '保存',
    saved: '已保存。',
  },
} as const

let portico: Portico
test.beforeAll(async () => {
  portico = await startPortico()
})
test.afterAll(() => portico.stop())

/** A new browser for another user, in the given language. */
async function open(browser: Browser, locale: string): Promise<Page> {
  return (await browser.newContext({ locale })).newPage()
}

for (const [language, words] of Object.entries(WORDS)) {
  test(`the owner invites support staff, who see only what they may; the owner reads what they did (${language})`, async ({ browser }) => {
    const member = `member-${language.toLowerCase()}@example.com`
    const colleague = `support-${language.toLowerCase()}@example.com`
    await portico.call('POST', '/muser/auth/register', { email: member, password: 'a member password' })
    const { x_token } = (await portico.call('POST', '/muser/auth/login', OPERATOR)).body
    const owner = await open(browser, words.lang)
    await owner.context().addCookies([{ name: 'AdminToken', value: x_token, url: portico.base }])

    await owner.goto(`${portico.base}/admin/staff`)
    await owner.getByRole('button', { name: words.invite }).click()
    await owner.getByRole('textbox', { name: words.email }).fill(colleague)
    await owner.getByRole('radio', { name: words.role }).check()
    await owner.getByRole('button', { name: words.link }).click()
    const url = await owner.getByLabel(words.url).textContent()

    const support = await open(browser, words.lang)
    await support.goto(url ?? '')
    await support.getByLabel(words.password, { exact: true }).fill('a support password')
    await support.getByRole('button', { name: words.join }).click()
    await support.waitForURL(`${portico.base}/dashboard`)
    const menu = support.getByRole('navigation').first()
    const unfold = (name: string) => menu.getByRole('button', { name, exact: true }).click()
    await unfold(words.people)
    await expect(menu.getByRole('link', { name: words.users, exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: words.staff, exact: true })).toHaveCount(0)
    await unfold(words.finance)
    await expect(menu.getByRole('link', { name: words.orders, exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: words.ledger, exact: true })).toHaveCount(0)
    // One group at a time, so that all of them stay in sight.
    await expect(menu.getByRole('link', { name: words.users, exact: true })).toHaveCount(0)
    for (const path of ['/admin/ledger', '/admin/staff', '/admin/log', '/admin/payment', '/admin/setting']) {
      await support.goto(portico.base + path)
      await support.waitForURL('**/404')
    }

    await support.goto(`${portico.base}/admin/user?q=${member}`)
    await support.getByText(member).first().click()
    await support.getByRole('tab', { name: words.remarks }).click()
    await support.getByRole('textbox', { name: words.remarks, exact: true }).fill('Called about the invoice')
    await support.getByRole('button', { name: words.save }).click()
    await expect(support.getByText(words.saved)).toBeVisible()

    await owner.goto(`${portico.base}/admin/log?actor=${colleague}&action=member.update`)
    const row = owner.getByRole('row').filter({ hasText: colleague })
    await expect(row).toHaveCount(1)
    await row.getByRole('button').first().click()
    await expect(owner.getByRole('dialog')).toContainText('Called about the invoice')
  })
}
