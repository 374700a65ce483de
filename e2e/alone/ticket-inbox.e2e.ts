import type { Browser, Locator } from '@playwright/test'
import canned from '../../apps/web/src/canned-replies/console.en.json' with { type: 'json' }
import desk from '../../apps/web/src/tickets/console.en.json' with { type: 'json' }
import { alone, expect, test } from '../journey.ts'
import { OPERATOR, type Portico } from '../portico.ts'
import { done, fitsScreen, passesAxe, type Person, signIn } from '../shop.ts'
import { watched } from '../watched.ts'
import { payloads } from '../xss-payloads.ts'

// Support answers tickets by keyboard: a canned reply in the member's language, a note that stays inside, and nothing sent unseen.

let operator: Person
const portico: Portico = alone(async (_, browser) => {
  operator = await signIn(portico, browser, OPERATOR, 1440)
})
const text = { ...desk, ...canned }

async function member(browser: Browser, name: string): Promise<Person> {
  const who = { email: `${name}@example.com`, password: `the password of ${name}` }
  await done(portico.call('POST', '/muser/auth/register', who))
  return signIn(portico, browser, who, 390)
}

test('a ticket is found, answered and closed by keyboard', async ({ browser }) => {
  const asks = await member(browser, 'anna')
  const { page } = operator
  await page.goto('/admin/ticket?tab=canned')
  await page.getByRole('button', { name: text['canned.starters'] }).click()
  await expect(page.getByText('Slow connection: what to try')).toBeVisible()
  await page.goto('/admin/ticket')
  await expect(page.getByText(text['ticket_inbox.empty_waiting_staff'])).toBeVisible()
  // It appears without a reload.
  const { id } = await done(
    asks.call('POST', '/muser/ticket/save', { kind: 'speed', level: 'high', subject: 'Slow in the evening', text: 'J <b>k</b>' }),
  )
  const row = page.locator(`[data-ticket="${id}"]`)
  await expect(row).toBeVisible()

  await page.keyboard.press('j')
  await expect(row).toBeFocused()
  await page.keyboard.press('o')
  const messages = page.getByRole('list', { name: text['ticket_inbox.messages'] })
  await expect(messages).toContainText('J <b>k</b>')
  await page.keyboard.press('r')
  const field: Locator = page.getByRole('textbox', { name: text['ticket_inbox.mode_reply'] })
  await expect(field).toBeFocused()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: text['ticket_inbox.find_canned'] }).fill('slow')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(/Please try these in order/)
  await expect(field).not.toHaveValue(/\{\{/)
  await expect(field).toBeFocused()
  // Keys belong to the field while something is written in it.
  await page.keyboard.type(' jkc')
  await expect(field).toHaveValue(/ jkc$/)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(text['ticket_inbox.sent'], { exact: true })).toBeVisible()
  await expect(messages).toContainText('Please try these in order')

  await messages.click()
  await page.keyboard.press('n')
  await page.keyboard.type('Only for us')
  await page.getByRole('button', { name: text['ticket_inbox.save_note'] }).click()
  await expect(messages).toContainText('Only for us')
  await expect(messages).toContainText(text['ticket_inbox.note_mark'])
  await passesAxe(page)

  await asks.page.goto(`/user/ticket/${id}`)
  await expect(asks.page.getByText('Please try these in order')).toBeVisible()
  await expect(asks.page.getByText('Only for us')).toHaveCount(0)
  const { messages: seen } = await done(asks.call('GET', '/muser/ticket/fetch', { id }))
  expect(JSON.stringify(seen)).not.toContain('Only for us')

  // The member writes while an answer is being written.
  await messages.click()
  await page.keyboard.press('r')
  await page.keyboard.type('Is it better now?')
  await done(asks.call('POST', '/muser/ticket/reply', { id, text: 'It works again' }))
  await expect(messages).toContainText('It works again')
  await page.reload()
  await expect(field).toHaveValue('Is it better now?')
  await page.getByRole('button', { name: text['ticket_inbox.send_and_close'] }).click()
  await page.getByRole('button', { name: text['ticket_inbox.look_first'] }).click()
  await field.fill('Glad to hear it')
  await page.getByRole('button', { name: text['ticket_inbox.send_and_close'] }).click()
  await expect(page.getByText(text['ticket_inbox.sent_and_closed'])).toBeVisible()
  await expect(messages).toContainText('Glad to hear it')
  await expect(page.getByText(text['ticket_inbox.only_notes'])).toBeVisible()
  expect((await done(operator.call('GET', `/admin/tickets/${id}`))).ticket).toMatchObject({ status: 'closed', closed_by: 'staff' })

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Slow in the evening')
  await page.getByRole('option', { name: new RegExp(`#${id}`) }).click()
  await expect(page).toHaveURL(new RegExp(`ticket=${id}`))

  await page.goto('/admin/ticket?tab=figures')
  await expect(page.getByRole('heading', { name: text['ticket_inbox.asked'] })).toBeVisible()
  await fitsScreen(page)
})

test('on a phone a ticket has the screen to itself; picked tickets are closed together and each failure is named', async ({ browser }) => {
  const { page } = await signIn(portico, browser, OPERATOR, 390)
  const asks = await member(browser, 'ben')
  const ids: number[] = []
  for (const kind of ['billing', 'account'])
    ids.push((await done(asks.call('POST', '/muser/ticket/save', { kind, level: 'low', subject: `About ${kind}`, text: 'Hello' }))).id)
  await page.goto('/admin/ticket')
  await page.locator(`[data-ticket="${ids[0]}"]`).click()
  await expect(page.getByRole('heading', { name: 'About billing' })).toBeVisible()
  await expect(page.locator(`[data-ticket="${ids[0]}"]`)).toBeHidden()
  await fitsScreen(page)
  for (const seen of [page.getByRole('heading', { name: 'About billing' }), page.getByRole('textbox', { name: 'Reply' })])
    await expect(seen, 'the title and the answer are in sight together').toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: desk['ticket_inbox.back'] }).click()
  for (const id of ids) await page.getByRole('checkbox', { name: `Select #${id}` }).check()
  await page.getByRole('button', { name: 'Close 2 tickets' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`#${ids[0]}, #${ids[1]}. 2 of them wait for an answer.`)
  await question.getByRole('button', { name: 'Close 2 tickets' }).click()
  await expect(page.getByText('2 tickets closed.')).toBeVisible()
  await expect(page.locator('[data-ticket]')).toHaveCount(0)
})

test('no payload runs in the inbox: subjects, messages, notes, canned replies and the names in them', async ({ browser }) => {
  const { page } = await signIn(portico, browser, OPERATOR, 1440)
  const found = await watched(page)
  const asks = await member(browser, 'eve')
  await done(asks.call('POST', '/muser/update', { name: '<img src=x onerror=pwned(1)>' }))
  const short = payloads.map((payload) => payload.trim()).filter(({ length }) => length > 0 && length <= 80)
  for (const payload of short.slice(0, 40).filter((one) => !/\{\{|\}\}/.test(one)))
    await done(operator.call('POST', '/admin/canned-replies', { title: payload, text: `{{name}} ${payload}` }))
  const sent = payloads.join('\n').slice(0, 7900)
  const { id } = await done(asks.call('POST', '/muser/ticket/save', { kind: 'other', level: 'low', subject: short[0] ?? '', text: sent }))
  await done(operator.call('POST', `/admin/tickets/${id}/notes`, { text: payloads.join('\n').slice(-7900) }))

  await page.goto(`/admin/ticket?ticket=${id}`)
  const messages = page.getByRole('list', { name: desk['ticket_inbox.messages'] })
  await expect(messages.getByRole('listitem')).toHaveCount(2)
  for (const link of await messages.locator('a').all()) expect(await link.getAttribute('href')).toMatch(/^https?:\/\//)
  expect(await messages.locator('script, iframe, object, embed, math, style, form, input, img').count()).toBe(0)
  await page.getByRole('textbox', { name: desk['ticket_inbox.mode_reply'] }).press('/')
  const picker = page.getByRole('dialog', { name: canned['canned.tab'] })
  await expect(picker.getByRole('option').first()).toBeVisible()
  await expect(picker).toContainText('<img src=x onerror=pwned(1)>')
  expect(await picker.locator('script, iframe, object, embed, svg, math, style, img').count()).toBe(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: desk['ticket_inbox.mode_reply'] })).toHaveValue(/^<img src=x onerror=pwned\(1\)> /)
  await page.goto('/admin/ticket?tab=canned')
  await expect(page.getByRole('row').nth(10)).toBeVisible()
  expect(found).toEqual([])
})
