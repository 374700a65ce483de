import type { Page } from '@playwright/test'
import { gradient } from '../../apps/server/test/pictures.ts'
import { expect, onShop, test } from '../journey.ts'
import { chooseFiles, done, passesAxe, pictureOf, signIn, speak } from '../shop.ts'
import { watched } from '../watched.ts'
import { payloads } from '../xss-payloads.ts'

const shop = onShop()

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const answer = (id: number, text: string) => done(shop.operator.call('POST', `/admin/tickets/${id}/replies`, { text }))

test('a ticket with a screenshot is answered live in a second browser, closed and rated', async ({ browser }) => {
  const member = await shop.member('tia')
  const { page } = member
  await speak(page.context(), shop.portico, 'zh-CN')
  await page.goto('/user/tickets')
  await page.getByRole('link', { name: '新建工单' }).click()
  await page.getByRole('combobox', { name: '问题类型' }).click()
  await page.getByRole('option', { name: '无法连接' }).click()
  await page.getByLabel('标题').fill('No node answers')
  await page.getByRole('textbox', { name: '问题描述' }).fill('Since this morning. See https://example.com/status.')
  // What is not sent is still there after a reload.
  await page.reload()
  await expect(page.getByLabel('标题')).toHaveValue('No node answers')
  await chooseFiles(page, button(page, '添加附件'), await pictureOf('screen.png', 900, 500))
  await expect(page.getByText('screen.png')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await passesAxe(page)
  await button(page, '提交工单').click()

  await expect(page.getByRole('heading', { name: 'No node answers' })).toBeVisible()
  await expect(page.getByText('等待客服回复')).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://example.com/status', exact: true })).toHaveAttribute('rel', /noopener/)
  await expect(page.locator('main ol img')).toBeVisible()
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))

  // Another browser of the same member, and support: everything appears where it is looked at.
  const second = await signIn(shop.portico, browser, member, 1440)
  await speak(second.page.context(), shop.portico, 'zh-CN')
  await second.page.goto(`/user/ticket/${id}`)
  await answer(id, 'Please import your link again.')
  for (const tab of [page, second.page]) {
    await expect(tab.getByText('Please import your link again.')).toBeVisible()
    await expect(tab.getByText('客服已回复')).toBeVisible()
  }
  await page.getByLabel('您的回复').fill('That helped, thank you.')
  await page.getByLabel('您的回复').press('Control+Enter')
  await expect(second.page.getByText('That helped, thank you.')).toBeVisible()
  await expect(page.getByLabel('您的回复')).toHaveValue('')
  await passesAxe(page)

  // One of each kind.
  await second.page.goto('/user/ticket/new')
  await second.page.getByRole('combobox', { name: '问题类型' }).click()
  await second.page.getByRole('option', { name: '无法连接' }).click()
  await second.page.getByLabel('标题').fill('Again')
  await second.page.getByRole('textbox', { name: '问题描述' }).fill('Again.')
  await button(second.page, '提交工单').click()
  await expect(second.page.getByRole('main').getByText('您已有一个同类问题的工单未关闭，请在该工单中继续留言。')).toBeVisible()
  await second.page.getByRole('link', { name: '查看该工单' }).click()
  await expect(second.page.getByRole('heading', { name: 'No node answers' })).toBeVisible()

  await button(page, '关闭工单').click()
  await expect(second.page.getByText('您关闭了工单。')).toBeVisible()
  await page.getByText('非常满意', { exact: true }).locator('..').click()
  await button(page, '提交评价').click()
  for (const tab of [page, second.page]) await expect(tab.getByText('您的评分：5 分（满分 5 分）。')).toBeVisible()
  await passesAxe(page)
  await button(page, '重新打开').click()
  await expect(second.page.getByLabel('您的回复')).toBeVisible()
  await second.page.goto('/user/ticket/list')
  await expect(second.page.getByRole('link', { name: 'No node answers' })).toBeVisible()
})

test('what is pasted or dropped is attached; what cannot be is said beside it', async () => {
  const { page } = await shop.member('pia', 1440)
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

test('texts and names that try to run a script stay texts', async () => {
  const member = await shop.member('xia', 1440)
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
