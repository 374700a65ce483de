import type { Page } from '@playwright/test'
import { pdf } from '../../apps/server/test/pictures.ts'
import { expect, onDemo, test } from '../journey.ts'
import { MEMBER, OPERATOR } from '../portico.ts'
import { chooseFiles, pictureOf, signIn } from '../shop.ts'

const portico = onDemo()

test('an operator uploads, moves and deletes files; a member chooses a picture', async ({ browser }) => {
  const picture = await pictureOf('first.png', 900, 500)
  const { page } = await signIn(portico, browser, OPERATOR, 1440)
  await page.goto('/admin/content/files')
  const named = (name: string) => page.getByRole('button', { name: new RegExp(name) })
  const cut = { ...picture, name: 'cut.png', buffer: picture.buffer.subarray(0, 900) }
  const guide = { name: 'guide.pdf', mimeType: 'application/pdf', buffer: pdf }
  const upload = (where: Page, name: string) => where.getByRole('button', { name, exact: true })
  await chooseFiles(page, upload(page, 'Upload'), picture, cut, guide)
  await expect(page.getByRole('alert').getByText('This file is damaged or incomplete.')).toBeVisible()
  await expect(named('first.png$')).toBeVisible()
  await expect(named('guide.pdf$')).toBeVisible()

  await dropped(page, 'dropped.png', picture.buffer)
  await expect(named('dropped.png$')).toBeVisible()

  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByLabel('Folder name').fill('Steps')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('checkbox', { name: /first.png/ }).check()
  await page.getByRole('checkbox', { name: /dropped.png/ }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Move' }).click()
  await page.getByRole('option', { name: 'Steps' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await expect(named('first.png$')).toHaveCount(0)
  await page.getByRole('button', { name: /Steps/ }).click()
  await named('first.png$').click()
  const drawer = page.getByRole('dialog', { name: 'first.png' })
  const address = await drawer.locator('input[readonly]').inputValue()
  expect((await fetch(address)).headers.get('content-type')).toBe('image/webp')
  await drawer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(named('first.png$')).toHaveCount(0)
  expect((await fetch(address)).status).toBe(404)

  const { page: own } = await signIn(portico, browser, MEMBER, 390)
  await own.goto('/user/profile/index')
  await chooseFiles(own, upload(own, 'Upload a picture'), picture)
  await own.getByRole('application').press('ArrowLeft')
  await own.getByRole('button', { name: 'Use this part' }).click()
  await expect(own.locator('img[src^="/files/"]').first()).toBeVisible()
  await expect(own.getByRole('button', { name: 'Change the picture', exact: true })).toBeFocused()
  await own.getByRole('button', { name: 'Remove' }).click()
  await own.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(own.getByRole('button', { name: 'Upload a picture', exact: true })).toBeFocused()
  await expect(own.locator('img[src^="/files/"]')).toHaveCount(0)
})

/** Drops a file somewhere on the page. */
async function dropped(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.evaluate(
    ([fileName, base64]) => {
      const data = new DataTransfer()
      const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      data.items.add(new File([content], fileName, { type: 'image/png' }))
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true }))
    },
    [name, bytes.toString('base64')] as const,
  )
}
