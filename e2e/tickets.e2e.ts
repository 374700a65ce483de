import { expect, type Page, test } from '@playwright/test'
import { gradient } from '../apps/server/test/pictures.ts'
import { OPERATOR, type Portico, startPortico } from './portico.ts'
import { done, passesAxe, type Person, signIn, speak } from './shop.ts'
import { watched } from './watched.ts'
import { payloads } from './xss-payloads.ts'

let portico: Portico
let operator: Person
test.beforeAll(async ({ browser }) => {
  portico = await startPortico()
  operator = await signIn(portico, browser, OPERATOR, 1440)
})
test.afterAll(() => portico.stop())

const words = {
  en: {
    new: 'New ticket',
    kind: 'Topic',
    connection: 'Connection',
    subject: 'Subject',
    message: 'Message',
    attach: 'Add files',
    sendNew: 'Send ticket',
    waiting: 'Waiting for our answer',
    answered: 'We answered',
    reply: 'Your reply',
    send: 'Send',
    close: 'Close ticket',
    closed: 'You closed the ticket.',
    rate: 'Very good',
    rateSend: 'Send rating',
    rated: 'You rated this ticket 5 out of 5.',
    reopen: 'Reopen',
    already: 'You already have an open ticket about this. Please write in that one.',
    goThere: 'Go to that ticket',
  },
  'zh-CN': {
    new: '新建工单',
    kind: '问题类型',
    connection: '无法连接',
    subject: '标题',
    message: '问题描述',
    attach: '添加附件',
    sendNew: '提交工单',
    waiting: '等待客服回复',
    answered: '客服已回复',
    reply: '您的回复',
    send: '发送',
    close: '关闭工单',
    closed: '您关闭了工单。',
    rate: '非常满意',
    rateSend: '提交评价',
    rated: '您的评分：5 分（满分 5 分）。',
    reopen: '重新打开',
    already: '您已有一个同类问题的工单未关闭，请在该工单中继续留言。',
    goThere: '查看该工单',
  },
} as const

async function memberOf(browser: Parameters<typeof signIn>[1], name: string, width: 390 | 1440): Promise<Person> {
  const who = { email: `${name}@example.com`, password: `the password of ${name}` }
  await done(portico.call('POST', '/muser/auth/register', who))
  return signIn(portico, browser, who, width)
}
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const answer = (id: number, text: string) => done(operator.call('POST', `/admin/tickets/${id}/replies`, { text }))

for (const [language, width] of [
  ['en', 1440],
  ['zh-CN', 390],
] as const) {
  const say = words[language]
  test(`a ticket with a screenshot is answered live in a second browser, closed and rated (${language})`, async ({ browser }) => {
    const member = await memberOf(browser, `tia-${width}`, width)
    const { page } = member
    await speak(page.context(), portico, language)
    await page.goto('/user/tickets')
    await page.getByRole('link', { name: say.new }).click()
    await page.getByRole('combobox', { name: say.kind }).click()
    await page.getByRole('option', { name: say.connection }).click()
    await page.getByLabel(say.subject).fill('No node answers')
    await page.getByRole('textbox', { name: say.message }).fill('Since this morning. See https://example.com/status.')
    // What is not sent is still there after a reload.
    await page.reload()
    await expect(page.getByLabel(say.subject)).toHaveValue('No node answers')
    const chooser = page.waitForEvent('filechooser')
    await button(page, say.attach).click()
    await (await chooser).setFiles([{ name: 'screen.png', mimeType: 'image/png', buffer: await gradient(900, 500).png().toBuffer() }])
    await expect(page.getByText('screen.png')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await passesAxe(page)
    await button(page, say.sendNew).click()

    await expect(page.getByRole('heading', { name: 'No node answers' })).toBeVisible()
    await expect(page.getByText(say.waiting)).toBeVisible()
    await expect(page.getByRole('link', { name: 'https://example.com/status', exact: true })).toHaveAttribute('rel', /noopener/)
    await expect(page.locator('main ol img')).toBeVisible()
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))

    // Another browser of the same member, and support: everything appears where it is looked at.
    const second = await signIn(portico, browser, member, 1440)
    await speak(second.page.context(), portico, language)
    await second.page.goto(`/user/ticket/${id}`)
    await answer(id, 'Please import your link again.')
    for (const tab of [page, second.page]) {
      await expect(tab.getByText('Please import your link again.')).toBeVisible()
      await expect(tab.getByText(say.answered)).toBeVisible()
    }
    await page.getByLabel(say.reply).fill('That helped, thank you.')
    await page.getByLabel(say.reply).press('Control+Enter')
    await expect(second.page.getByText('That helped, thank you.')).toBeVisible()
    await expect(page.getByLabel(say.reply)).toHaveValue('')
    await passesAxe(page)

    // One of each kind.
    await second.page.goto('/user/ticket/new')
    await second.page.getByRole('combobox', { name: say.kind }).click()
    await second.page.getByRole('option', { name: say.connection }).click()
    await second.page.getByLabel(say.subject).fill('Again')
    await second.page.getByRole('textbox', { name: say.message }).fill('Again.')
    await button(second.page, say.sendNew).click()
    await expect(second.page.getByRole('main').getByText(say.already)).toBeVisible()
    await second.page.getByRole('link', { name: say.goThere }).click()
    await expect(second.page.getByRole('heading', { name: 'No node answers' })).toBeVisible()

    await button(page, say.close).click()
    await expect(second.page.getByText(say.closed)).toBeVisible()
    await page.getByText(say.rate, { exact: true }).locator('..').click()
    await button(page, say.rateSend).click()
    for (const tab of [page, second.page]) await expect(tab.getByText(say.rated)).toBeVisible()
    await passesAxe(page)
    await button(page, say.reopen).click()
    await expect(second.page.getByLabel(say.reply)).toBeVisible()
    await second.page.goto('/user/ticket/list')
    await expect(second.page.getByRole('link', { name: 'No node answers' })).toBeVisible()
    await passesAxe(second.page)
  })
}

test('what is pasted or dropped is attached; what cannot be is said beside it', async ({ browser }) => {
  const { page } = await memberOf(browser, 'pia', 1440)
  await page.goto('/user/ticket/new')
  const bytes = [...(await gradient(60, 40).png().toBuffer())]
  await page.getByRole('textbox', { name: 'Message' }).evaluate((field, data) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(data)], 'pasted.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }))
    const dropped = new DataTransfer()
    dropped.items.add(new File([new Uint8Array([77, 90, 0, 1])], 'dropped.exe'))
    field.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }))
  }, bytes)
  await expect(page.getByText('pasted.png')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Only pictures, PDF files, ZIP archives and plain texts can be sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove dropped.exe' }).click()
  await expect(page.getByText('dropped.exe')).toHaveCount(0)
})

test('texts and names that try to run a script stay texts', async ({ browser }) => {
  test.setTimeout(120_000)
  const member = await memberOf(browser, 'xia', 1440)
  const page = member.page
  const ran = await watched(page)
  const kinds = ['connection', 'speed', 'billing', 'account', 'other']
  for (const [at, kind] of kinds.entries()) {
    const those = payloads.filter((_, n) => n % kinds.length === at)
    const subject = (those.find(({ length }) => length <= 120) ?? 'x').trim()
    const ticket = await done(
      member.call('POST', '/muser/ticket/save', { kind, level: 'low', subject, text: those.slice(0, 40).join('\n').slice(0, 7900) }),
    )
    await answer(ticket.id, those.slice(40).join('\n').slice(0, 7900) || 'x')
    await page.goto(`/user/ticket/${ticket.id}`)
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(2)
    for (const link of await page.locator('main ol a').all()) expect(await link.getAttribute('href')).toMatch(/^https?:\/\//)
    expect(await page.locator('main ol').locator('script, iframe, object, embed, svg, math, style, form, input, img').count()).toBe(0)
  }
  await page.goto('/user/tickets')
  await expect(page.getByRole('main').getByRole('row')).not.toHaveCount(0)
  expect(ran).toEqual([])
})
