import type { Browser, Locator, Page } from '@playwright/test'
import { gradient } from '../../apps/server/test/pictures.ts'
import { writeArticle } from '../../apps/server/test/publish-article.ts'
import { alone, expect, test } from '../journey.ts'
import { OPERATOR } from '../portico.ts'
import { chooseFiles, done, fitsScreen, passesAxe, type Person, signIn } from '../shop.ts'
import { slowness } from '../../scripts/slowness.ts'

const SAVED = /^Saved \d\d:\d\d$/

const portico = alone()

test('an operator writes with a pasted picture, publishes, translates, schedules and restores', async ({ browser }) => {
  const { page, call, faults } = await openEditor(browser)
  const pane = (name: string) => page.getByRole('region', { name, exact: true })
  const english = pane('English')
  const body = english.getByRole('textbox', { name: new RegExp(`^Text,`) })
  await english.getByLabel('Title', { exact: true }).pressSequentially('Set up on Windows')
  await expect(page).toHaveURL(/contentcreate\/\d+$/)
  await expect(english.getByLabel('Title', { exact: true })).toBeFocused()
  await expect(english.getByLabel('Title', { exact: true })).toHaveValue('Set up on Windows')
  const id = page.url().split('/').at(-1)
  await body.click()
  await page.keyboard.type('## Before you begin\nOpen the app.\n')
  await pastePicture(body)
  await page.getByLabel('What the picture shows').fill('The start page')
  await body.getByText('Open the app.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Copy your link.')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Members with a plan', exact: true }).click()
  await expect(body.getByText('Only for: Members with a plan')).toBeVisible()
  await expect(page.getByText(SAVED)).toBeVisible()
  await pasteHtml(
    body,
    '<h5 onclick="x()" style="color: red">Loud</h5><script>x()</script><a href="javascript:x()">link</a><img src="x" onerror="x()">',
  )
  await expect(body).toContainText('Loud')
  await expect(body.locator('a, script, img[src="x"]')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(body).not.toContainText('Loud')

  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog').getByText('This part is for members.')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Copy your link.')).toHaveCount(0)
  await passesAxe(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const check = page.getByRole('alertdialog')
  await expect(check).toContainText('It has no category.')
  await check.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page.getByText('Readers see version 1')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View' })).toHaveAttribute('href', `/article/articleRead/${id}`)
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveAttribute('aria-disabled', 'true')
  const read = async (lang: string) => (await portico.call('GET', '/api/help/read', { id: Number(id), lang })).body
  const seen = await read('en')
  expect(seen).toMatchObject({ title: 'Set up on Windows', languages: ['en'] })
  expect(seen.body).toMatch(/^<h2 id="h-1">Before you begin<\/h2><p>Open the app\.<\/p>/)
  expect(seen.body).toMatch(/<img src="\/files\/[0-9a-f]{32}\.webp" alt="The start page" width="300" height="200"/)
  expect(seen.body).not.toContain('Copy your link.')

  const chinese = pane('Chinese')
  await chinese.getByRole('button', { name: 'Copy from English' }).click()
  await expect(chinese.getByText('Same as English')).toBeVisible()
  await chinese.getByLabel('Title', { exact: true }).fill('在 Windows 上设置')
  await chinese
    .getByRole('textbox', { name: new RegExp(`^Text,`) })
    .getByText('Open the app.')
    .click({ clickCount: 3 })
  await page.keyboard.type('请**先打开：**应用。')
  await expect(chinese.getByText('Same as English')).toHaveCount(0)
  await page.getByRole('button', { name: 'Other ways to publish' }).click()
  await page.getByRole('menuitem', { name: 'Schedule' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Schedule anyway' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('The publication is scheduled.')).toBeVisible()
  const planned = (await call('GET', `/admin/articles/${id}`)).body
  expect(planned).toMatchObject({ version: 2, live_version: 1, titles: { 'zh-CN': '在 Windows 上设置' }, draft: null })
  expect(Date.parse(planned.scheduled_at)).toBeGreaterThan(Date.now())
  expect(planned.content.texts['zh-CN'].body).toContain('<p>请<strong>先打开：</strong>应用。</p>')
  expect((await read('zh-CN')).languages).toEqual(['en'])

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  const list = page.getByRole('dialog', { name: 'Versions' })
  await passesAxe(page)
  await list.getByRole('listitem').last().getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Version 1 is back, as the newest version.')).toBeVisible()
  await expect(chinese.getByLabel('Title', { exact: true })).toHaveValue('')
  expect((await call('GET', `/admin/articles/${id}`)).body).toMatchObject({ version: 3, titles: { 'zh-CN': null } })
  expect(faults).toEqual([])
})

test('everything an article may hold survives the editor', async ({ browser }) => {
  const editor = await openEditor(browser)
  const { page, call } = editor
  const key = `/files/${'0'.repeat(32)}.webp`
  const body = [
    '<h2>A</h2><h3>B</h3><h4>C</h4>',
    '<p><strong>b</strong> <em>i</em> <s>s</s> <u>u</u> H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <code>a<b</code>'.replace(
      'a<b',
      'a&lt;b',
    ),
    ' <a href="https://example.com/?a=1&amp;b=2">out</a> <a href="/article/articleRead/7"><strong><code>in</code></strong></a>',
    ' <a href="mailto:a@example.com">mail</a><br />next <span data-fill="site_name"></span></p><p></p>',
    '<blockquote><p>q</p><p>r</p></blockquote><ul><li>one<ul><li>two</li></ul></li><li><p>a</p><p>b</p></li></ul><ol start="3"><li>three</li></ol>',
    '<pre><code class="language-sh">curl "<span data-fill="subscription_link"></span>"\n  -v</code></pre><pre><code>x</code></pre><hr />',
    '<table><thead><tr><th colspan="2">H</th></tr></thead><tbody><tr><td rowspan="2">1</td><td>2</td></tr><tr><td><p>3</p><p>4</p></td></tr></tbody></table>',
    `<p><img src="${key}" alt="x" width="10" height="20" /></p><figure><img src="${key}" alt="y" /><figcaption>Cap <em>i</em></figcaption></figure>`,
    '<aside data-kind="tip"><p>t</p></aside><aside data-kind="note"><p>n</p></aside><aside data-kind="warning"><ul><li>w</li></ul></aside>',
    '<section data-audience="plans" data-ids="1,2"><p>p</p><aside data-kind="tip"><p>t</p></aside></section>',
    '<section data-audience="subscribers"><p><span data-fill="subscription_qr"></span></p></section><p>end</p>',
  ].join('')
  const { id, content } = await writeArticle(editor, { en: { title: 'All', body } })
  expect(content.texts.en?.body).toBe(body)
  await page.goto(`/admin/content/contentcreate/${id}`)
  const text = page.getByRole('textbox', { name: 'Text, English' })
  await text.getByText('end', { exact: true }).click()
  await expect(page.getByText('changes not yet saved as a version')).toHaveCount(0)
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect(page.getByText(SAVED)).toBeVisible()
  const { draft } = (await call('GET', `/admin/articles/${id}`)).body
  expect(draft.content.texts.en.body).toBe(body.replace('<p>end</p>', '<p>end!</p>'))
})

test('the second of two editors sees who else writes, what differs, and loses nothing', async ({ browser }) => {
  const first = await openEditor(browser)
  const second = await joinAsWriter(first, browser)
  const { id } = await writeArticle(first, { en: { title: 'Shared', body: '<p>Open the old app</p>' } })
  for (const { page } of [first, second]) await page.goto(`/admin/content/contentcreate/${id}`)
  const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Text, English' })
  const type = async (page: Page, more: string): Promise<void> => {
    await bodyOf(page).getByText('Open the old app').click()
    await page.keyboard.press('End')
    await page.keyboard.type(more)
    await expect(page.getByText(SAVED)).toBeVisible()
  }
  await type(second.page, ' twice')
  await type(first.page, ' now')
  await expect(first.page.getByText('writer@example.com has unsaved changes in this article.')).toBeVisible({ timeout: 40_000 * slowness })
  const save = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  }
  await save(first.page)
  await expect(first.page.getByText('The version is saved.')).toBeVisible()

  await save(second.page)
  const dialog = second.page.getByRole('dialog', { name: 'operator@example.com has saved version 2 meanwhile' })
  await expect(dialog.locator('ins')).toHaveText('twice')
  await expect(dialog.locator('del')).toHaveText('now')
  await passesAxe(second.page)
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(bodyOf(second.page)).toHaveText('Open the old app now')
  const bodies = async () => {
    const { items } = (await first.call('GET', `/admin/articles/${id}/versions`)).body
    return Promise.all(
      items.map(async ({ number }: { number: number }) => {
        const { content } = (await first.call('GET', `/admin/articles/${id}/versions/${number}`)).body
        return content.texts.en.body as string
      }),
    )
  }
  const all = ['<p>Open the old app now</p>', '<p>Open the old app twice</p>', '<p>Open the old app now</p>', '<p>Open the old app</p>']
  expect(await bodies()).toEqual(all)
})

test('what is typed while the server is killed is kept, even if the tab is closed', async ({ browser }) => {
  const { page, call } = await openEditor(browser)
  // From here on nothing more is loaded, not even for the address that the article gets.
  await page.route('**/assets/**', (route) => route.abort())
  const title = (of: Page): Locator => of.getByRole('region', { name: 'English' }).getByLabel('Title')
  await title(page).pressSequentially('One')
  await expect(page.getByText(SAVED)).toBeVisible()
  const address = page.url()
  const stored = async () => (await call('GET', `/admin/articles/${address.split('/').at(-1)}`)).body.draft.content.texts.en.title
  await portico.kill()
  await title(page).pressSequentially(' two')
  await expect(page.getByText('Not saved: retrying')).toBeVisible()
  await portico.start()
  await expect.poll(stored, { timeout: 40_000 * slowness }).toBe('One two')
  await expect(page.getByText(SAVED)).toBeVisible()

  await portico.kill()
  await title(page).pressSequentially(' three')
  await expect(page.getByText('Not saved: retrying')).toBeVisible()
  const context = page.context()
  await page.close()
  await portico.start()
  const reopened = await context.newPage()
  await reopened.goto(address)
  await expect(title(reopened)).toHaveValue('One two three')
  await expect.poll(stored, { timeout: 40_000 * slowness }).toBe('One two three')
})

test('on a phone all tools are in sight, one language shows at a time, a file is imported, and nothing overflows', async ({ browser }) => {
  const { page, call } = await openEditor(browser, 390)
  await expect(page.getByRole('region', { name: 'Chinese' })).toBeHidden()
  await page.getByRole('button', { name: 'More actions' }).click()
  const buffer = Buffer.from('# On a phone\n\nTap **here**.\n\n![far](https://example.com/a.png)\n')
  const file = { name: 'phone.md', mimeType: 'text/markdown', buffer }
  await chooseFiles(page, page.getByRole('menuitem', { name: 'Import a file' }), file)
  await expect(page.getByRole('textbox', { name: 'Text, English' })).toContainText('Tap here.')
  await expect(page.getByText('1 picture from another site was left out.')).toBeVisible()
  await expect(page.getByText(SAVED)).toBeVisible()
  expect((await call('GET', `/admin/articles/${page.url().split('/').at(-1)}`)).body.draft.content.texts.en.title).toBe('On a phone')
  for (const name of ['Bold', 'Insert', 'Redo']) await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await fitsScreen(page)
  await page.getByRole('main').getByRole('button', { name: 'Settings' }).click()
  const tags = page.getByRole('dialog', { name: 'Settings' }).getByRole('combobox', { name: 'Tags' })
  await tags.fill('Phones')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await call('GET', '/admin/article-tags')).body.items.map((tag: { name_en: string }) => tag.name_en))
    .toEqual(['Phones'])
  // While they are stored, they are dimmed.
  await expect(tags).toBeEnabled()
  await passesAxe(page)
})

type Desk = Person & { faults: string[] }

/** A new article in the browser of an operator. `faults`: what the browser refused or failed at. */
const openEditor = async (browser: Browser, width: 390 | 1440 = 1440): Promise<Desk> =>
  openDesk(await signIn(portico, browser, OPERATOR, width))

async function openDesk(person: Person): Promise<Desk> {
  const faults: string[] = []
  person.page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  person.page.on('pageerror', (error) => void faults.push(error.message))
  await person.page.goto('/admin/content/contentcreate')
  await expect(person.page.locator('.ProseMirror')).toHaveCount(2)
  return { ...person, faults }
}

/** Somebody who may write articles and nothing else. */
async function joinAsWriter(operator: Person, browser: Browser): Promise<Desk> {
  const role = await done(operator.call('POST', '/admin/staff/roles', { name: 'Writers', permissions: ['content.write'] }))
  const who = { email: 'writer@example.com', password: 'the password of a writer' }
  const { url } = await done(operator.call('POST', '/admin/staff/invitations', { email: who.email, role_id: role.id }))
  const token = new URL(url).hash.slice(1) || new URL(url).search.slice(1)
  await done(portico.call('POST', '/api/staff/join', { token, password: who.password }))
  return openDesk(await signIn(portico, browser, who, 1440))
}

async function pastePicture(body: Locator): Promise<void> {
  const picture = (await gradient(300, 200).png().toBuffer()).toString('base64')
  await body.evaluate((element, base64) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'shot.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, picture)
}

async function pasteHtml(body: Locator, html: string): Promise<void> {
  await body.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    clipboardData.setData('text/plain', 'Loud')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}
