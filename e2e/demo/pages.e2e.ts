import { execFileSync } from 'node:child_process'
import type { Browser, ConsoleMessage, Page } from '@playwright/test'
import { expect, onDemo, test } from '../journey.ts'
import { cutOff, heightOfBars, moving, onlyByPointer } from '../pages/measured.ts'
import { LANGUAGES, type Language, leadsTo, type PageRoute, pageRoutes, PEOPLE, titleAt, type Who } from '../pages/routes.ts'
import { wrongTexts } from '../pages/texts.ts'
import { MEMBER, OPERATOR, type Portico } from '../portico.ts'
import { done, fitsScreen, passesAxe } from '../shop.ts'
import { slowness } from '../../scripts/slowness.ts'

// `npm test` opens every page once for each person; the language, the width and the theme change with the commit. `npm run test:pages`
// opens each in both languages and at four widths. Axe checks each page once, for somebody it is for.
const ALL = process.env['PAGES'] === 'all'
const LOOKS = LANGUAGES.flatMap((language) => [1440, 992, 768, 360].map((width) => ({ language, width })))
const start = Number.parseInt(process.env['PAGES'] ?? execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }), 16)
const colorScheme = start % 2 === 0 ? 'light' : 'dark'

// Each test may run in a worker of its own.
test.describe.configure({ mode: 'parallel' })

let tokens: Record<Who, string>
/** What the addresses with a number show: an own order, and an article of the demo. */
let orders: Record<Who, string>
let article: number
const portico: Portico = onDemo(async () => {
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

async function hire(owner: string): Promise<string> {
  const { items } = await done(portico.call('GET', '/admin/staff/roles', {}, owner))
  const role = items.find(({ key }: { key: string }) => key === 'support').id
  const email = `support-${Date.now()}@example.com`
  const { url } = await done(portico.call('POST', '/admin/staff/invitations', { email, role_id: role }, owner))
  const join = { token: url.split('#')[1], password: 'a support password' }
  return (await done(portico.call('POST', '/api/staff/join', join))).x_token
}

for (const who of PEOPLE) {
  for (const look of ALL ? LOOKS : [null]) {
    const title = look ? ` (${look.language}, ${look.width} px)` : ''
    test(`every address of the specification opens its page or leads where it should: ${who}${title}`, async ({ browser }) => {
      test.setTimeout(600_000 * slowness)
      expect(pageRoutes).toHaveLength(70)
      const failed: string[] = []
      const looks = pageRoutes.map((_, i) => look ?? LOOKS[(start + i) % LOOKS.length])
      for (const language of LANGUAGES) {
        const page = await open(browser, who, language)
        for (const [i, route] of pageRoutes.entries()) {
          const width = looks[i]?.language === language && looks[i].width
          if (!width) continue
          const tell = (error: Error): void => void failed.push(`${route.path} ${language} ${width}: ${error.message}`)
          await check(page, route, who, language, width, ALL ? language === 'en' && width === 1440 : isDue(route, who, i)).catch(tell)
        }
        await page.context().close()
      }
      expect(failed).toEqual([])
    })
  }
}

/** Whether the page is examined, by axe too, with this person's eyes: of those whom it has most to show. */
function isDue(route: PageRoute, who: Who, i: number): boolean {
  if (route.for !== 'all') return who === (route.for === 'members' ? 'member' : 'owner')
  return who === ((start + i) % 2 === 0 && leadsTo(route, 'member') === route.path ? 'member' : 'visitor')
}

async function open(browser: Browser, who: Who, language: Language): Promise<Page> {
  const context = await browser.newContext({ baseURL: portico.base, locale: language, colorScheme })
  const cookies = { language, ...(tokens[who] && { AdminToken: tokens[who], username: who }) }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: portico.base })))
  const page = await context.newPage()
  await page.goto('/404')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

/**
 * Public pages are loaded, because the server writes their texts: for a visitor, and for one who is signed in. All others are one document,
 * whatever the address: the web app leads there, as it does after a click. A page that the server has drawn is no such document.
 */
async function go(page: Page, path: string, isLoaded: boolean): Promise<void> {
  const isApp = !isLoaded && (await page.evaluate(() => '__TSR_ROUTER__' in globalThis))
  if (isApp) await page.evaluate((to) => history.pushState(null, '', to), path)
  else await page.goto(path)
}

async function check(page: Page, route: PageRoute, who: Who, language: Language, width: number, isAxeDue: boolean): Promise<void> {
  const faults: string[] = []
  const note = (what: string) => faults.push(what)
  const onError = (error: Error) => note(error.message)
  const onConsole = (message: ConsoleMessage) => message.type() === 'error' && note(message.text())
  page.on('pageerror', onError).on('console', onConsole)
  await page.setViewportSize({ width, height: 900 })
  const path = route.path.replace('{order}', orders[who]).replace('{article}', String(article))
  await go(page, path, route.for === 'all' && (who === 'visitor' || who === 'member'))
  const target = leadsTo({ ...route, path }, who)
  await expect(page).toHaveURL(portico.base + target)
  await expect(page).toHaveTitle(`${titleAt(target.split('?')[0] ?? '', route, language)} - Portico`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCount(1)
  await expect(heading).toHaveText(/\S/)
  // The page that one is led to is looked at under its own address.
  if (target === path) await look(page, route, who, language, isAxeDue)
  page.off('pageerror', onError).off('console', onConsole)
  expect(faults).toEqual([])
}

async function look(page: Page, route: PageRoute, who: Who, language: Language, isAxeDue: boolean): Promise<void> {
  await expect(page.locator('.reading, [aria-busy="true"]')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
  await fitsScreen(page)
  expect(await wrongTexts(page)).toEqual([])
  if (isAxeDue) {
    expect(await cutOff(page)).toEqual([])
    expect(await moving(page)).toEqual([])
    await passesAxe(page, true)
  }
  if ((who === 'visitor' && route.for === 'all') || (who === 'member' && route.for === 'members')) await isForEverybody(page)
}

/** What can be clicked can be reached by Tab. At 200 % zoom on a screen of 1280 × 800 it fits, and bars that stay leave most of it. */
async function isForEverybody(page: Page): Promise<void> {
  expect(await onlyByPointer(page)).toEqual([])
  await page.setViewportSize({ width: 640, height: 400 })
  await fitsScreen(page)
  expect(await cutOff(page)).toEqual([])
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  expect(await heightOfBars(page)).toBeLessThan(200)
}
