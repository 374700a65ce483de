import type { AdminCoupon } from '@portico/contract/coupons-admin'
import { expect, onShop, test } from '../journey.ts'
import { OPERATOR } from '../portico.ts'
import { done, passesAxe, type Shop, signIn } from '../shop.ts'

const shop: Shop = onShop(async () => {
  for (const name of ['ada', 'ben', 'cleo']) await shop.member(name)
  const { call } = shop.operator
  return async () => {
    for (const path of ['/admin/plans', '/admin/groups'])
      for (const { id, name } of (await done(call('GET', path))).items)
        if (!['Small', 'Large', 'Standard'].includes(name)) await done(call('DELETE', `${path}/${id}`))
  }
})

test('an unfinished plan survives closing by mistake, and its group is made on the way', async () => {
  const { page } = shop.operator
  await page.goto('/admin/plan_manage')
  const open = page.getByRole('button', { name: 'New plan' })
  await open.click()
  const plan = page.getByRole('dialog', { name: 'New plan' })
  await plan.getByLabel('Name', { exact: true }).fill('Draft')
  await plan.getByRole('button', { name: 'New group' }).click()
  const group = page.getByRole('dialog', { name: 'New group' })
  await group.getByLabel('Name').fill('Fast')
  await passesAxe(page)
  await group.getByRole('button', { name: 'Save' }).click()
  await expect(group).toHaveCount(0)
  await expect(plan.getByRole('combobox', { name: 'Permission group' })).toHaveValue('Fast')

  await page.keyboard.press('Escape')
  await expect(plan).toHaveCount(0)
  await expect(page.getByText('Your changes are kept until you save or discard them.')).toBeVisible()
  await expect(open).toBeFocused()
  await open.click()
  await expect(plan.getByText('Your changes are back, but not saved yet.')).toBeVisible()
  await expect(plan.getByLabel('Name', { exact: true })).toHaveValue('Draft')
  await passesAxe(page)
  await plan.getByLabel('Traffic per cycle').fill('100')
  await plan.getByLabel('Monthly', { exact: true }).fill('10')
  await plan.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('cell', { name: 'Draft', exact: true })).toBeVisible()

  // Saved or discarded, nothing is left of it.
  await open.click()
  await expect(plan.getByLabel('Name', { exact: true })).toHaveValue('')
  await plan.getByLabel('Name', { exact: true }).fill('Given up')
  await plan.getByRole('button', { name: 'Discard' }).click()
  await open.click()
  await expect(plan.getByLabel('Name', { exact: true })).toHaveValue('')
})

test('a list remembers its columns; a filter is a chip and can be kept; back from a row leads to the same list', async () => {
  const { page } = shop.operator
  await page.goto('/admin/user')
  const balance = page.getByRole('columnheader', { name: 'Balance' })
  await page.getByRole('button', { name: 'Columns' }).click()
  await passesAxe(page)
  await page.getByRole('checkbox', { name: 'Balance' }).uncheck()
  await page.getByRole('button', { name: 'Move Plan up' }).click()
  await expect(balance).toHaveCount(0)
  await page.reload()
  // After the boxes to tick and the address.
  await expect(page.getByRole('columnheader').nth(2)).toHaveText('Plan')
  await expect(balance).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect(balance).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: 'Status' }).click()
  await passesAxe(page)
  await page.getByRole('option', { name: 'No plan' }).click()
  await expect(page).toHaveURL(/state=no_plan/)
  await expect(page.getByRole('combobox', { name: 'Status: No plan' })).toBeVisible()

  const row = page.getByRole('button', { name: 'cleo@example.com' })
  await row.click()
  await expect(page.getByRole('heading', { name: 'cleo@example.com' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/state=no_plan/)

  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Without a plan')
  await page.getByRole('button', { name: 'Save this filter' }).click()
  await passesAxe(page)
  await page.keyboard.press('Escape')
  await page.goto('/admin/user')
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Without a plan', exact: true }).click()
  await expect(page).toHaveURL(/state=no_plan/)

  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Address, link, order, IP, note…' }).fill('nobody')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(row).toBeVisible()
})

test('the arrows of a drawer step through the rows of its list', async () => {
  const { page, call } = shop.operator
  for (const name of ['North', 'South']) await done(call('POST', '/admin/groups', { name }))
  await page.goto('/admin/server/group')
  const row = page.getByRole('button', { name: 'North', exact: true })
  await row.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByLabel('Name')).toHaveValue('North')
  const next = drawer.getByRole('button', { name: 'Next entry' })
  await next.click()
  await expect(drawer.getByLabel('Name')).toHaveValue('South')
  await passesAxe(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
})

test('a row that fails in a bulk action is named with the reason and stays selected; the others are done', async () => {
  const { page, call } = shop.operator
  const free = { plan_ids: null, periods: null, limit_use: null, limit_per_member: null, starts_at: null, ends_at: null }
  const terms = { kind: 'amount', value: 100, new_members_only: false, ...free }
  const codes = ['ONE-A', 'ONE-B', 'ONE-C']
  const made = await Promise.all(codes.map((code) => done(call('POST', '/admin/coupons', { name: code, code, ...terms }))))
  const middle = `**/api/v1/admin/coupons/${made[1]?.id}`
  await page.route(middle, (route) => route.fulfill({ status: 409, json: { code: 'conflict', message: 'Someone else changed it' } }))
  await page.goto('/admin/coupon')
  for (const code of codes) await page.getByRole('checkbox', { name: `Select ${code}` }).check()
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected entries' })
  const disable = async (): Promise<void> => {
    await bar.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  }
  await disable()
  await expect(bar.getByRole('alert')).toHaveText('2 done, 1 failedONE-B: Someone else changed it')
  await expect(bar).toContainText('1 selected')
  await expect(page.getByRole('checkbox', { name: 'Select ONE-B' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Select ONE-A' })).not.toBeChecked()
  const enabled = async (): Promise<boolean[]> =>
    (await done(call('GET', '/admin/coupons', { sort: 'code', q: 'ONE-' }))).items.map((coupon: AdminCoupon) => coupon.enabled)
  expect(await enabled()).toEqual([false, true, false])

  await page.unroute(middle)
  await disable()
  await expect(bar).toHaveCount(0)
  expect(await enabled()).toEqual([false, false, false])
})

test('on a phone a row has two lines, and its drawer covers the page', async ({ browser }) => {
  const { page } = await signIn(shop.portico, browser, OPERATOR, 390)
  await page.goto('/admin/user')
  const member = page.getByRole('row').filter({ hasText: 'ada@example.com' })
  await expect(member.getByText('No plan')).toBeVisible()
  expect((await member.boundingBox())?.height).toBeLessThan(70)
  // Anywhere on the row.
  await member.click({ position: { x: 200, y: 44 } })
  await expect(page.getByRole('heading', { name: 'ada@example.com' })).toBeVisible()

  await page.goto('/admin/server/group')
  const drawer = page.getByRole('dialog')
  await page.getByRole('row').filter({ hasText: 'North' }).click()
  await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, width: 390 })
  await passesAxe(page)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toHaveCount(0)
  await page.goto('/admin/log?tab=sign_ins')
  await page.getByRole('button', { name: 'Details' }).first().click()
  await expect(page.getByText('IP address').last()).toBeVisible()
  await passesAxe(page)
})
