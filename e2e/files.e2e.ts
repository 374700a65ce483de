import { expect, type Page, test } from '@playwright/test'
import { gradient, pdf } from '../apps/server/test/pictures.ts'
import { MEMBER, OPERATOR, type Portico, startPortico } from './portico.ts'
import { passesAxe, signIn, speak } from './shop.ts'

let portico: Portico
test.beforeAll(async () => {
  portico = await startPortico('--demo')
})
test.afterAll(() => portico.stop())

const words = {
  en: {
    upload: 'Upload',
    damaged: 'This file is damaged or incomplete.',
    newFolder: 'New folder',
    folderName: 'Folder name',
    save: 'Save',
    move: 'Move',
    delete: 'Delete',
    picture: 'Upload a picture',
    change: 'Change the picture',
    part: 'Use this part',
    remove: 'Remove',
  },
  'zh-CN': {
    upload: '上传',
    damaged: '文件已损坏或不完整。',
    newFolder: '新建文件夹',
    folderName: '文件夹名称',
    save: '保存',
    move: '移动',
    delete: '删除',
    picture: '上传头像',
    change: '更换头像',
    part: '使用此区域',
    remove: '移除',
  },
} as const

for (const language of ['en', 'zh-CN'] as const) {
  const say = words[language]
  test(`an operator uploads, moves and deletes files; a member chooses a picture (${language})`, async ({ browser }) => {
    const picture = await gradient(900, 500).png().toBuffer()
    const { page } = await signIn(portico, browser, OPERATOR, 1440)
    await speak(page.context(), portico, language)
    await page.goto('/admin/content/files')
    const named = (name: string) => page.getByRole('button', { name: new RegExp(name) })
    await choose(page, say.upload, [
      { name: `first ${language}.png`, mimeType: 'image/png', buffer: picture },
      { name: `cut ${language}.png`, mimeType: 'image/png', buffer: picture.subarray(0, 900) },
      { name: `guide ${language}.pdf`, mimeType: 'application/pdf', buffer: pdf },
    ])
    await expect(page.getByRole('alert').getByText(say.damaged)).toBeVisible()
    await expect(named(`first ${language}.png$`)).toBeVisible()
    await expect(named(`guide ${language}.pdf$`)).toBeVisible()

    await dropped(page, `dropped ${language}.png`, picture)
    await expect(named(`dropped ${language}.png$`)).toBeVisible()
    await passesAxe(page)

    await page.getByRole('button', { name: say.newFolder }).click()
    await page.getByLabel(say.folderName).fill(`Steps ${language}`)
    await page.getByRole('button', { name: say.save }).click()
    await page.getByRole('checkbox', { name: new RegExp(`first ${language}.png`) }).check()
    await page.getByRole('checkbox', { name: new RegExp(`dropped ${language}.png`) }).check()
    await page.getByRole('toolbar').getByRole('button', { name: say.move }).click()
    await page.getByRole('option', { name: `Steps ${language}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.move }).click()
    await expect(named(`first ${language}.png$`)).toHaveCount(0)
    await page.getByRole('button', { name: new RegExp(`Steps ${language}`) }).click()
    await named(`first ${language}.png$`).click()
    const drawer = page.getByRole('dialog', { name: `first ${language}.png` })
    const address = await drawer.locator('input[readonly]').inputValue()
    expect((await fetch(address)).headers.get('content-type')).toBe('image/webp')
    await drawer.getByRole('button', { name: say.delete }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: say.delete }).click()
    await expect(named(`first ${language}.png$`)).toHaveCount(0)
    expect((await fetch(address)).status).toBe(404)

    const { page: own } = await signIn(portico, browser, MEMBER, 390)
    await speak(own.context(), portico, language)
    await own.goto('/user/profile/index')
    await choose(own, say.picture, [{ name: 'me.png', mimeType: 'image/png', buffer: picture }])
    await own.getByRole('application').press('ArrowLeft')
    await own.getByRole('button', { name: say.part }).click()
    await expect(own.locator('img[src^="/files/"]').first()).toBeVisible()
    await passesAxe(own)
    await expect(own.getByRole('button', { name: say.change, exact: true })).toBeFocused()
    await own.getByRole('button', { name: say.remove }).click()
    await own.getByRole('alertdialog').getByRole('button', { name: say.remove }).click()
    await expect(own.getByRole('button', { name: say.picture, exact: true })).toBeFocused()
    await expect(own.locator('img[src^="/files/"]')).toHaveCount(0)
  })
}

type Given = { name: string; mimeType: string; buffer: Buffer }

async function choose(page: Page, button: string, files: Given[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button, exact: true }).click()
  await (await chooser).setFiles(files)
}

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
