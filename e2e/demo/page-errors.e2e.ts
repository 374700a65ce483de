import { expect, onDemo, test } from '../journey.ts'
import { MEMBER, OPERATOR } from '../portico.ts'
import { signIn } from '../shop.ts'

const portico = onDemo()

test('an error in a member’s browser is in the operators’ log once, counted, without the member’s data', async ({ browser }) => {
  const { page } = await signIn(portico, browser, MEMBER, 1440)
  await page.goto('/user/orders?page=1')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/comm/errors'))
  await page.evaluate((email) => {
    for (let i = 0; i < 3; i++)
      setTimeout(() => {
        throw new RangeError(`lost ${email} at https://a.example/x?token=abcdef`)
      })
    void Promise.reject(new TypeError('a promise broke'))
  }, MEMBER.email)
  expect((await sent).status()).toBe(200)

  const operator = await signIn(portico, browser, OPERATOR, 1440)
  await operator.page.goto('/admin/log?tab=errors')
  const row = operator.page.getByRole('row').filter({ hasText: 'RangeError: lost …@… at /x' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('/user/orders')
  await expect(row.getByRole('cell', { name: '3', exact: true })).toBeVisible()
  await expect(row).toContainText(/Chrome/)
  await expect(operator.page.getByText('TypeError: a promise broke')).toBeVisible()
  for (const secret of [MEMBER.email, 'token=', 'page=1']) await expect(operator.page.getByText(secret)).toHaveCount(0)
})
