import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { gradient } from '../apps/server/test/pictures.ts'
import { writeArticle } from '../apps/server/test/publish-article.ts'
import { endProcess, type ServerProcess, startReady } from '../apps/server/test/server-process.ts'
import { OPERATOR, type Portico, porticoAt, startPortico } from './portico.ts'
import { done, fitsScreen, passesAxe, type Person, signIn, speak } from './shop.ts'

const words = {
  en: {
    title: 'Title',
    first: 'English',
    second: 'Chinese',
    body: 'Text',
    saved: /^Saved \d\d:\d\d$/,
    alt: 'What the picture shows',
    publish: 'Publish',
    anyway: 'Publish anyway',
    scheduleAnyway: 'Schedule anyway',
    view: 'View',
    same: 'Same as English',
    noCategory: 'It has no category.',
    published: 'Readers see version 1',
    copy: 'Copy from English',
    add: 'Insert',
    subscribers: 'Members with a plan',
    onlyFor: 'Only for: Members with a plan',
    ways: 'Other ways to publish',
    schedule: 'Schedule',
    scheduled: 'The publication is scheduled.',
    more: 'More actions',
    versions: 'Versions',
    restore: 'Restore',
    preview: 'Preview',
    hidden: 'This part is for members.',
    back: 'Version 1 is back, as the newest version.',
  },
  'zh-CN': {
    title: '标题',
    first: '英文',
    second: '中文',
    body: '正文',
    saved: /^已于 \d\d:\d\d 保存$/,
    alt: '图片内容说明',
    publish: '发布',
    anyway: '仍要发布',
    scheduleAnyway: '仍要定时发布',
    view: '查看',
    same: '与英文相同',
    noCategory: '尚未选择分类。',
    published: '读者看到的是版本 1',
    copy: '从英文复制',
    add: '插入',
    subscribers: '有套餐的会员',
    onlyFor: '仅限：有套餐的会员',
    ways: '其他发布方式',
    schedule: '定时发布',
    scheduled: '已设置定时发布。',
    more: '更多操作',
    versions: '版本',
    restore: '恢复',
    preview: '预览',
    hidden: 'This part is for members.',
    back: '版本 1 已恢复为最新版本。',
  },
} as const

let portico: Portico
test.beforeAll(async () => {
  portico = await startPortico()
})
test.afterAll(() => portico.stop())

for (const language of ['en', 'zh-CN'] as const) {
  const say = words[language]
  test(`an operator writes with a pasted picture, publishes, translates, schedules and restores (${language})`, async ({ browser }) => {
    const { page, call, faults } = await openEditor(portico, browser, language)
    const pane = (name: string) => page.getByRole('region', { name, exact: true })
    const english = pane(say.first)
    const body = english.getByRole('textbox', { name: new RegExp(`^${say.body},`) })
    await english.getByLabel(say.title, { exact: true }).pressSequentially('Set up on Windows')
    await expect(page).toHaveURL(/contentcreate\/\d+$/)
    await expect(english.getByLabel(say.title, { exact: true })).toBeFocused()
    await expect(english.getByLabel(say.title, { exact: true })).toHaveValue('Set up on Windows')
    const id = page.url().split('/').at(-1)
    await body.click()
    await page.keyboard.type('## Before you begin\nOpen the app.\n')
    await pastePicture(body)
    await page.getByLabel(say.alt).fill('The start page')
    await body.getByText('Open the app.').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Copy your link.')
    await page.getByRole('button', { name: say.add, exact: true }).click()
    await page.getByRole('menuitem', { name: say.subscribers, exact: true }).click()
    await expect(body.getByText(say.onlyFor)).toBeVisible()
    await expect(page.getByText(say.saved)).toBeVisible()
    await passesAxe(page)
    await pasteHtml(
      body,
      '<h5 onclick="x()" style="color: red">Loud</h5><script>x()</script><a href="javascript:x()">link</a><img src="x" onerror="x()">',
    )
    await expect(body).toContainText('Loud')
    await expect(body.locator('a, script, img[src="x"]')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(body).not.toContainText('Loud')

    await page.getByRole('button', { name: say.preview }).click()
    await expect(page.getByRole('dialog').getByText(say.hidden)).toBeVisible()
    await expect(page.getByRole('dialog').getByText('Copy your link.')).toHaveCount(0)
    await passesAxe(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: say.publish, exact: true }).click()
    const check = page.getByRole('alertdialog')
    await expect(check).toContainText(say.noCategory)
    await check.getByRole('button', { name: say.anyway }).click()
    await expect(page.getByText(say.published)).toBeVisible()
    await expect(page.getByRole('link', { name: say.view })).toHaveAttribute('href', `/article/articleRead/${id}`)
    await expect(page.getByRole('button', { name: say.publish, exact: true })).toHaveAttribute('aria-disabled', 'true')
    const read = async (lang: string) => (await portico.call('GET', '/api/help/read', { id: Number(id), lang })).body
    const seen = await read('en')
    expect(seen).toMatchObject({ title: 'Set up on Windows', languages: ['en'] })
    expect(seen.body).toMatch(/^<h2 id="h-1">Before you begin<\/h2><p>Open the app\.<\/p>/)
    expect(seen.body).toMatch(/<img src="\/files\/[0-9a-f]{32}\.webp" alt="The start page" width="300" height="200"/)
    expect(seen.body).not.toContain('Copy your link.')

    const chinese = pane(say.second)
    await chinese.getByRole('button', { name: say.copy }).click()
    await expect(chinese.getByText(say.same)).toBeVisible()
    await chinese.getByLabel(say.title, { exact: true }).fill('在 Windows 上设置')
    await chinese
      .getByRole('textbox', { name: new RegExp(`^${say.body},`) })
      .getByText('Open the app.')
      .click({ clickCount: 3 })
    await page.keyboard.type('打开应用。')
    await expect(chinese.getByText(say.same)).toHaveCount(0)
    await page.getByRole('button', { name: say.ways }).click()
    await page.getByRole('menuitem', { name: say.schedule }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: say.scheduleAnyway }).click()
    await page.getByRole('dialog').getByRole('button', { name: say.schedule }).click()
    await expect(page.getByText(say.scheduled)).toBeVisible()
    const planned = (await call('GET', `/admin/articles/${id}`)).body
    expect(planned).toMatchObject({ version: 2, live_version: 1, titles: { 'zh-CN': '在 Windows 上设置' }, draft: null })
    expect(Date.parse(planned.scheduled_at)).toBeGreaterThan(Date.now())
    expect(planned.content.texts['zh-CN'].body).toContain('<p>打开应用。</p>')
    expect((await read('zh-CN')).languages).toEqual(['en'])

    await page.getByRole('button', { name: say.more }).click()
    await page.getByRole('menuitem', { name: say.versions }).click()
    const list = page.getByRole('dialog', { name: say.versions })
    await passesAxe(page)
    await list.getByRole('listitem').last().getByRole('button', { name: say.restore }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: say.restore }).click()
    await expect(page.getByText(say.back)).toBeVisible()
    await expect(chinese.getByLabel(say.title, { exact: true })).toHaveValue('')
    expect((await call('GET', `/admin/articles/${id}`)).body).toMatchObject({ version: 3, titles: { 'zh-CN': null } })
    expect(faults).toEqual([])
    await page.context().close()
  })
}

test('everything an article may hold survives the editor', async ({ browser }) => {
  const editor = await openEditor(portico, browser, 'en')
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
  await expect(page.getByText(words.en.saved)).toBeVisible()
  const { draft } = (await call('GET', `/admin/articles/${id}`)).body
  expect(draft.content.texts.en.body).toBe(body.replace('<p>end</p>', '<p>end!</p>'))
  await page.context().close()
})

test('the second of two editors sees who else writes, what differs, and loses nothing', async ({ browser }) => {
  const first = await openEditor(portico, browser, 'en')
  const second = await joinAsWriter(first, browser)
  const { id } = await writeArticle(first, { en: { title: 'Shared', body: '<p>Open the old app</p>' } })
  for (const { page } of [first, second]) await page.goto(`/admin/content/contentcreate/${id}`)
  const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Text, English' })
  const type = async (page: Page, more: string): Promise<void> => {
    await bodyOf(page).getByText('Open the old app').click()
    await page.keyboard.press('End')
    await page.keyboard.type(more)
    await expect(page.getByText(words.en.saved)).toBeVisible()
  }
  await type(second.page, ' twice')
  await type(first.page, ' now')
  await expect(first.page.getByText('writer@example.com has unsaved changes in this article.')).toBeVisible({ timeout: 40_000 })
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
  for (const { page } of [first, second]) await page.context().close()
})

test('what is typed while the server is killed is kept, even if the tab is closed', async ({ browser }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-e2e-'))
  chmodSync(dataDir, 0o755)
  const env = { DATA_DIR: dataDir, ADMIN_EMAIL: OPERATOR.email, ADMIN_PASSWORD: OPERATOR.password }
  let server: ServerProcess = await startReady(env)
  const again = async (): Promise<void> => {
    server = await startReady({ ...env, PORT: new URL(server.base).port })
  }
  try {
    const { page, call } = await openEditor(porticoAt(server.base), browser, 'en')
    const title = (of: Page): Locator => of.getByRole('region', { name: 'English' }).getByLabel('Title')
    await title(page).pressSequentially('One')
    await expect(page.getByText(words.en.saved)).toBeVisible()
    const address = page.url()
    const stored = async () => (await call('GET', `/admin/articles/${address.split('/').at(-1)}`)).body.draft.content.texts.en.title
    await endProcess(server.child, 'SIGKILL')
    await title(page).pressSequentially(' two')
    await expect(page.getByText('Not saved: retrying')).toBeVisible()
    await again()
    expect(await stored()).toBe('One')
    await expect.poll(stored, { timeout: 40_000 }).toBe('One two')
    await expect(page.getByText(words.en.saved)).toBeVisible()

    await endProcess(server.child, 'SIGKILL')
    await title(page).pressSequentially(' three')
    await expect(page.getByText('Not saved: retrying')).toBeVisible()
    const context = page.context()
    await page.close()
    await again()
    const reopened = await context.newPage()
    await reopened.goto(address)
    await expect(title(reopened)).toHaveValue('One two three')
    await expect.poll(stored, { timeout: 40_000 }).toBe('One two three')
    await context.close()
  } finally {
    await endProcess(server.child, 'SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('on a phone all tools are in sight, one language shows at a time, a file is imported, and nothing overflows', async ({ browser }) => {
  const { page, call } = await openEditor(portico, browser, 'en', 390)
  await expect(page.getByRole('region', { name: 'Chinese' })).toBeHidden()
  await page.getByRole('button', { name: 'More actions' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Import a file' }).click()
  const buffer = Buffer.from('# On a phone\n\nTap **here**.\n\n![far](https://example.com/a.png)\n')
  await (await chooser).setFiles([{ name: 'phone.md', mimeType: 'text/markdown', buffer }])
  await expect(page.getByRole('textbox', { name: 'Text, English' })).toContainText('Tap here.')
  await expect(page.getByText('1 picture from another site was left out.')).toBeVisible()
  await expect(page.getByText(words.en.saved)).toBeVisible()
  expect((await call('GET', `/admin/articles/${page.url().split('/').at(-1)}`)).body.draft.content.texts.en.title).toBe('On a phone')
  for (const name of ['Bold', 'Insert', 'Redo']) await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await fitsScreen(page)
  await passesAxe(page)
  await page.getByRole('main').getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).getByLabel('Tags').fill('Phones')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await call('GET', '/admin/article-tags')).body.items.map((tag: { name_en: string }) => tag.name_en))
    .toEqual(['Phones'])
  await passesAxe(page)
  await page.context().close()
})

type Desk = Person & { faults: string[] }

/** A new article in the browser of an operator. `faults`: what the browser refused or failed at. */
async function openEditor(site: Portico, browser: Browser, language: 'en' | 'zh-CN', width: 390 | 1440 = 1440): Promise<Desk> {
  return openDesk(await signIn(site, browser, OPERATOR, width), site, language)
}

async function openDesk(person: Person, site: Portico, language: 'en' | 'zh-CN'): Promise<Desk> {
  const faults: string[] = []
  person.page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
  person.page.on('pageerror', (error) => void faults.push(error.message))
  await speak(person.page.context(), site, language)
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
  return openDesk(await signIn(portico, browser, who, 1440), portico, 'en')
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
