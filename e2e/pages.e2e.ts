import { execFileSync } from 'node:child_process'
import { type Browser, type ConsoleMessage, expect, type Page, test } from '@playwright/test'
import { LANGUAGES, type Language, leadsTo, type PageRoute, pageRoutes, PEOPLE, titleAt, type Who } from './pages/routes.ts'
import { wrongTexts } from './pages/texts.ts'
import { MEMBER, OPERATOR, type Portico, startPortico } from './portico.ts'
import { done, fitsScreen, passesAxe } from './shop.ts'

// `npm test` opens every page once for each person; the language and the width change with the commit. `npm run test:pages` opens
// each in both languages and at four widths. A quarter of the short form, and each page of the long one, is checked with axe.
const ALL = process.env['PAGES'] === 'all'
const LOOKS = LANGUAGES.flatMap((language) => [1440, 992, 768, 360].map((width) => ({ language, width })))
const start = Number.parseInt(process.env['PAGES'] ?? execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }), 16)

// Each worker has a server of its own.
test.describe.configure({ mode: 'parallel' })

let portico: Portico
let tokens: Record<Who, string>
/** What the addresses with a number show: an own order, and an article of the demo. */
let orders: Record<Who, string>
let article: number
test.beforeAll(async () => {
  portico = await startPortico('--demo')
  const enter = async (login: typeof MEMBER): Promise<string> => (await done(portico.call('POST', '/muser/auth/login', login))).x_token
  const [member, owner] = [await enter(MEMBER), await enter(OPERATOR)]
  tokens = { visitor: '', member, owner, staff: await hire(owner) }
  const orderOf = async (token: string): Promise<string> => {
    const { items } = await done(portico.call('GET', '/muser/order/fetch', {}, token))
    if (items.length > 0) return items[0].trade_no
    return (await done(portico.call('POST', '/muser/order/save', { plan_id: 1, period: 'month_price' }, token))).trade_no
  }
  const { items } = await done(portico.call('GET', '/muser/knowledge/fetchList', {}, member))
  orders = { visitor: 'A1B2C3', member: await orderOf(member), staff: await orderOf(tokens.staff), owner: await orderOf(owner) }
  article = items[0].id
})
test.afterAll(() => portico.stop())

async function hire(owner: string): Promise<string> {
  const { items } = await done(portico.call('GET', '/admin/staff/roles', {}, owner))
  const role = items.find(({ key }: { key: string }) => key === 'support').id
  const { url } = await done(portico.call('POST', '/admin/staff/invitations', { email: 'support@example.com', role_id: role }, owner))
  const join = { token: url.split('#')[1], password: 'a support password' }
  return (await done(portico.call('POST', '/api/staff/join', join))).x_token
}

for (const who of PEOPLE) {
  for (const look of ALL ? LOOKS : [null]) {
    const title = look ? ` (${look.language}, ${look.width} px)` : ''
    test(`every address of the specification opens its page or leads where it should: ${who}${title}`, async ({ browser }) => {
      test.setTimeout(600_000)
      expect(pageRoutes).toHaveLength(70)
      const failed: string[] = []
      const looks = pageRoutes.map((_, i) => look ?? LOOKS[(start + i) % LOOKS.length])
      for (const language of LANGUAGES) {
        const page = await open(browser, who, language)
        for (const [i, route] of pageRoutes.entries()) {
          const width = looks[i]?.language === language && looks[i].width
          if (!width) continue
          const tell = (error: Error): void => void failed.push(`${route.path} ${language} ${width}: ${error.message}`)
          await check(page, route, who, language, width, (start + i) % 4 === PEOPLE.indexOf(who)).catch(tell)
        }
        await page.context().close()
      }
      expect(failed).toEqual([])
    })
  }
}

async function open(browser: Browser, who: Who, language: Language): Promise<Page> {
  const context = await browser.newContext({ baseURL: portico.base, locale: language })
  const cookies = { language, ...(tokens[who] && { AdminToken: tokens[who], username: who }) }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: portico.base })))
  return context.newPage()
}

async function check(page: Page, route: PageRoute, who: Who, language: Language, width: number, isDue: boolean): Promise<void> {
  const faults: string[] = []
  const note = (what: string) => faults.push(what)
  const onError = (error: Error) => note(error.message)
  const onConsole = (message: ConsoleMessage) => message.type() === 'error' && note(message.text())
  page.on('pageerror', onError).on('console', onConsole)
  await page.setViewportSize({ width, height: 900 })
  const path = route.path.replace('{order}', orders[who]).replace('{article}', String(article))
  await page.goto(path)
  const target = leadsTo({ ...route, path }, who)
  await expect(page).toHaveURL(portico.base + target)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCount(1)
  await expect(heading).toHaveText(/\S/)
  await expect(page.locator('.reading, [aria-busy="true"]')).toHaveCount(0)
  await expect(page).toHaveTitle(`${titleAt(target.split('?')[0] ?? '', route, language)} - Portico`)
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
  await fitsScreen(page)
  expect(await wrongTexts(page)).toEqual([])
  if (ALL ? language === 'en' && width === 1440 : isDue) await passesAxe(page, true)
  page.off('pageerror', onError).off('console', onConsole)
  expect(faults).toEqual([])
}
