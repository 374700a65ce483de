import { type Browser, expect, type Page, test } from '@playwright/test'
import { publicRoutes } from '../apps/web/src/app/routes-public.ts'
import { MEMBER, OPERATOR, type Portico, startPortico } from './portico.ts'
import { fitsScreen, signIn, speak } from './shop.ts'

const WIDTHS = [1440, 360]
const people = { visitor: null, member: MEMBER, staff: OPERATOR }
type Who = keyof typeof people
/** Where an address leads; every other one stays. */
const leads: Record<string, string> = { '/home': '/index', '/redirect/price': '/price', '/no/such/page': '/404' }
const signedIn: Record<string, string> = { '/login': '/dashboard', '/register': '/dashboard', '/help': '/article/list' }
const paths = publicRoutes.flatMap((route) =>
  'path' in route && route.path !== undefined && !route.path.includes('$') ? [route.path] : [],
)

let portico: Portico
test.beforeAll(async () => {
  portico = await startPortico('--demo')
})
test.afterAll(() => portico.stop())

for (const language of ['en', 'zh-CN'] as const) {
  test(`every public page opens for a visitor, a member and staff, on a desktop and a phone (${language})`, async ({ browser }) => {
    expect(paths.length).toBeGreaterThan(10)
    await Promise.all((Object.keys(people) as Who[]).map((who) => visitAll(browser, who, language)))
  })
}

async function visitAll(browser: Browser, who: Who, language: 'en' | 'zh-CN'): Promise<void> {
  const login = people[who]
  const page = login
    ? (await signIn(portico, browser, login, 1440)).page
    : await (await browser.newContext({ baseURL: portico.base })).newPage()
  await speak(page.context(), portico, language)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && faults.push(`${page.url()}: ${message.text()}`))
  const expected = login ? { ...leads, ...signedIn } : leads
  for (const path of [...paths, ...Object.keys(leads)]) {
    await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 })
    await page.goto(path)
    await expect(page, `${who} ${path}`).toHaveURL(`${portico.base}${expected[path] ?? path}`)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await isDrawn(page, `${who} ${path} ${width}`)
    }
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
  }
  expect(faults).toEqual([])
  await page.context().close()
}

/** A heading is there, drawn by the web app, and nothing sticks out. */
async function isDrawn(page: Page, what: string): Promise<void> {
  const heading = page.getByRole('heading').first()
  await expect(heading, what).toBeVisible()
  await expect(heading, what).toHaveText(/\S/)
  await expect(page.locator('.reading'), what).toHaveCount(0)
  await test.step(what, () => fitsScreen(page))
}
