import { alone, expect, test } from '../journey.ts'
import { OPERATOR } from '../portico.ts'
import { fitsScreen, passesAxe, signIn } from '../shop.ts'
import { boardMember, dumpOf, hex, v2boardOf } from '../../apps/server/test/old-board.ts'

const portico = alone()

const DAY_S = 86_400
/** Three members: one who pays, one who owes, one who has expired. */
function oldDump(): string {
  const now = Math.floor(Date.now() / 1000)
  const members = [{ balance: 1234 }, { balance: -500 }, { expired_at: now - 5 * DAY_S }].map((more, i) => boardMember(i + 1, now, more))
  return dumpOf(v2boardOf(now, members))
}

test('an operator moves another panel into the empty site, and sees its members arrive', async ({ browser }) => {
  const { page, call } = await signIn(portico, browser, OPERATOR, 1440)
  const now = page.getByRole('heading', { level: 2 }).first()
  const question = page.getByRole('alertdialog')
  const upload = page.locator('input[type=file]')
  const walker = 'old1@example.com'
  await page.goto('/admin/moving')
  await expect(now).toHaveText('Nothing has been moved yet')

  const dump = (name: string, text: string) => ({ name, mimeType: 'application/sql', buffer: Buffer.from(text) })
  const whole = oldDump()
  await upload.setInputFiles(dump('cut off.sql', whole.slice(0, whole.indexOf(walker))))
  await expect(page.getByLabel('File in the import folder').first()).toHaveValue(/^cut off\.sql/)
  await page.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(page.getByText('The last look failed.')).toBeVisible()
  await passesAxe(page)

  await upload.setInputFiles(dump('v2board.sql', whole))
  await expect(page.getByLabel('File in the import folder').first()).toHaveValue(/^v2board\.sql/)
  await page.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(now).toHaveText('3 members found')
  await expect(page.getByRole('row', { name: 'Balances' })).toContainText('¥12.34')
  const debt = page.getByRole('radiogroup', { name: 'The balance is below zero' })
  await debt.getByText('Begin at zero').click()
  await page.reload()
  await expect(debt.getByLabel('Begin at zero'), 'nothing is lost').toBeChecked()

  await page.getByRole('button', { name: 'Rehearse', exact: true }).click()
  await expect(now).toHaveText('Rehearsed with 3 members')
  await expect(page.getByText('All sums are equal on both sides.')).toBeVisible()
  const closed = page.getByLabel('The old panel is closed: Done')
  await closed.click()
  await expect(closed).toBeChecked()
  await page.getByRole('button', { name: 'Ask where they lead' }).click()
  await expect(page.getByText('1 of 1 lead here.')).toBeVisible()
  await passesAxe(page)

  await page.getByRole('button', { name: 'Move in' }).click()
  await expect(question).toContainText('Move 3 members here?')
  await expect(question).toContainText('2 of them have a running plan.')
  await question.getByRole('button', { name: 'Move in' }).click()
  await expect(now).toHaveText('3 members have moved in')
  expect((await call('GET', '/admin/users', { q: walker })).body.items).toMatchObject([{ email: walker, balance: 1234 }])

  await fetch(`${portico.base}/api/v1/client/subscribe?token=${hex('md5', 'token 1')}`)
  expect((await portico.call('POST', '/muser/auth/login', { email: walker, password: 'secret 1' })).status).toBe(200)
  const arrival = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('..')
  await expect(arrival('Members seen by old link')).toContainText('1 of 3')
  await expect(arrival('Signed in with their old password')).toContainText('1 of 3')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).first().click()
  expect((await saved).suggestedFilename()).toMatch(/^go-back-members-.*\.csv$/)
  await passesAxe(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await fitsScreen(page)
})
