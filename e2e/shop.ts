import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test'
import type { LedgerKind } from '@portico/contract/ledger-admin'
import { eachLimit } from '@portico/contract/plan-limits'
import { isSecret, type SettingKey } from '@portico/contract/settings/registry'
import type axe from 'axe-core'
import { startEpay } from '../apps/server/test/gateways/epay.ts'
import { gradient } from '../apps/server/test/pictures.ts'
import { type Answer, OPERATOR, type Portico, startPortico } from './portico.ts'

export type Plan = { id: number; name: string }
/** A signed-in user: their API calls, and a page in their browser. */
export type Person = {
  email: string
  password: string
  call: (method: string, path: string, payload?: Record<string, unknown>) => Promise<Answer>
  page: Page
}

const GB = 2 ** 30
const PERIODS = ['quarter_price', 'half_year_price', 'year_price', 'two_year_price', 'three_year_price', 'onetime_price', 'reset_price']

/** A site with two plans and two ways to pay: a gateway with a fee of one percent, and by hand. Everything else is at its default. */
export async function openSite() {
  const [portico, gateway] = await Promise.all([startPortico(), startEpay()])
  const { x_token: token } = await done(portico.call('POST', '/muser/auth/login', { ...OPERATOR }))
  const post = (path: string, payload: Record<string, unknown>) => done(portico.call('POST', path, payload, token))
  const group = await post('/admin/groups', { name: 'Standard' })
  const plan = (name: string, gigabytes: number, price: number): Promise<Plan> => {
    const sold = { month_price: price, ...Object.fromEntries(PERIODS.map((period) => [period, null])) }
    const limits = { transfer_enable: gigabytes * GB, ...eachLimit(() => null), capacity_limit: null }
    const offered = { content: '', tags: [], show: true, sell: true, renew: true }
    return post('/admin/plans', { name, group_id: group.id, ...limits, ...offered, ...sold })
  }
  const [small, large] = [await plan('Small', 100, 1000), await plan('Large', 300, 3000)]
  const way = { icon: null, fee_fixed: 0, currency: 'CNY', exchange_rate: null, notify_origin: null, enabled: true }
  const config = { url: gateway.url, pid: gateway.pid, key: gateway.key }
  const wallet = await post('/admin/payment-methods', { ...way, driver: 'epay', name: 'Wallet', config, fee_percent: 100 })
  const instructions = { instructions: 'Account 1-2-3' }
  const byHand = await post('/admin/payment-methods', { ...way, driver: 'manual', name: 'By hand', config: instructions, fee_percent: 0 })
  const stop = async (): Promise<void> => {
    await portico.stop()
    await gateway.stop()
  }
  return { portico, gateway, group: group.id as number, small, large, wallet: wallet.id as number, byHand: byHand.id as number, stop }
}
export type Site = Awaited<ReturnType<typeof openSite>>

/** The site with its operator in a browser, and with what members do there. */
export async function enterShop(site: Site, browser: Browser) {
  const { portico, gateway } = site
  const operator = await signIn(portico, browser, OPERATOR, 1440)
  const member = async (name: string, width: 390 | 1440 = 390): Promise<Person> => {
    const who = { email: `${name}@example.com`, password: `the password of ${name}` }
    return enter(portico, browser, who, await done(portico.call('POST', '/muser/auth/register', who)), width)
  }
  /** Buys and pays for a month through the API. Returns the order's number. */
  const buy = async (who: Person, of: Plan): Promise<string> => {
    const order = await done(who.call('POST', '/muser/order/save', { plan_id: of.id, period: 'month_price' }))
    const checkout = await done(who.call('POST', '/muser/order/checkout', { trade_no: order.trade_no, method: site.wallet }))
    await gateway.payAt(checkout.data)
    await expect.poll(async () => (await orderOf(who, order.trade_no)).status).toBe('completed')
    return order.trade_no
  }
  /** What an operator knows of a member. */
  const userOf = async ({ email }: Pick<Person, 'email'>) => (await done(operator.call('GET', '/admin/users', { q: email }))).items[0]
  const changeUser = async (who: Pick<Person, 'email'>, change: Record<string, unknown>): Promise<void> => {
    const { id, version } = await userOf(who)
    await done(operator.call('PATCH', `/admin/users/${id}`, { version, change }))
  }
  return { ...site, operator, member, buy, userOf, changeUser }
}
export type Shop = Awaited<ReturnType<typeof enterShop>>

type Login = { email: string; password: string }

/** A browser that is already signed in. Another journey tests signing in. */
export async function signIn(portico: Portico, browser: Browser, who: Login, width: 390 | 1440): Promise<Person> {
  const entered = await done(portico.call('POST', '/muser/auth/login', { email: who.email, password: who.password }))
  return enter(portico, browser, who, entered, width)
}

async function enter(portico: Portico, browser: Browser, who: Login, entered: Answer['body'], width: 390 | 1440): Promise<Person> {
  const context = await browser.newContext({ baseURL: portico.base, viewport: { width, height: width === 390 ? 844 : 900 } })
  const cookies = { AdminToken: entered.x_token as string, username: entered.name as string }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: portico.base })))
  const call: Person['call'] = (method, path, payload) => portico.call(method, path, payload, entered.x_token)
  return { email: who.email, password: who.password, call, page: await context.newPage() }
}

/** Changes settings. Returns what changes them back; secrets were not set before. */
export async function change({ call }: Pick<Person, 'call'>, settings: Record<string, unknown>): Promise<() => Promise<unknown>> {
  const before = await done(call('GET', '/admin/settings'))
  await done(call('PATCH', '/admin/settings', settings))
  const back = Object.keys(settings).map((key) => [key, isSecret(key as SettingKey) ? '' : before[key]])
  return () => done(call('PATCH', '/admin/settings', Object.fromEntries(back)))
}

/** A page of a visitor, in a browser of their own. */
export async function visit(
  browser: Browser,
  { base }: Pick<Portico, 'base'>,
  width: number,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const viewport = { width, height: width < 600 ? 844 : 900 }
  return (await browser.newContext({ baseURL: base, viewport, ...options })).newPage()
}

/** Orders and pays in the browser: from the plan's page through the gateway's page and back. Returns the order's number. */
export async function payInBrowser(page: Page): Promise<string> {
  await page.getByText('Wallet').click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.locator('#pay').click()
  await expect(page.getByText(/^Your plan (is (ready|renewed)|has changed)$/)).toBeVisible()
  return page.url().split('/').at(-1) ?? ''
}

/** The body of a response that must be 200. */
export async function done(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** The order as its buyer sees it. Checks that its lines sum to its total. */
export async function orderOf(who: Person, tradeNo: string): Promise<Answer['body']> {
  const order = await done(who.call('GET', '/muser/order/details', { trade_no: tradeNo }))
  expect(order.lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)).toBe(order.total_amount)
  return order
}

export async function balanceOf(who: Person): Promise<number> {
  const { userInfo } = await done(who.call('POST', '/muser/info'))
  return userInfo.balance
}

/** The balance of each kind of ledger account. Checks that they sum to zero and that the ledger check finds no fault. */
export async function booksOf(operator: Person): Promise<Record<LedgerKind, number>> {
  const { fault_count: count, faults } = await done(operator.call('POST', '/admin/ledger/check'))
  expect(faults).toEqual([])
  expect(count).toBe(0)
  const { items, sums } = await done(operator.call('GET', '/admin/ledger/balance'))
  expect(sums.filter(({ balance }: { balance: number }) => balance !== 0)).toEqual([])
  const held = Object.fromEntries(items.map((line: { kind: string; balance: number }) => [line.kind, line.balance]))
  return { member: 0, commission: 0, held: 0, debt: 0, gateway: 0, revenue: 0, site: 0, unallocated: 0, ...held }
}

/** Pages that this browser opens from now on are in the language. */
export function speak(context: BrowserContext, { base }: Pick<Portico, 'base'>, language: 'en' | 'zh-CN'): Promise<void> {
  return context.addCookies([{ name: 'language', value: language, url: base }])
}

/** Chooses files in the dialog that a button opens. */
export async function chooseFiles(page: Page, button: Locator, ...files: FilePayload[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(files)
}
export type FilePayload = { name: string; mimeType: string; buffer: Buffer }

/** A picture of this size to upload. */
export async function pictureOf(name: string, width: number, height: number): Promise<FilePayload> {
  return { name, mimeType: 'image/png', buffer: await gradient(width, height).png().toBuffer() }
}

/** Nothing on the page is wider than the screen. Waits for what is laid out again after the screen has changed. */
export async function fitsScreen(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

/** Waits until what just opened has taken the focus: a key pressed before goes elsewhere. */
export async function hasFocus(opened: Locator): Promise<void> {
  await expect(opened.locator(':focus')).toHaveCount(1)
}

/** Chooses an item of the open menu by keyboard, once it can be chosen: rows cannot be moved while their last order is saved. */
export async function pressItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name })
  await hasFocus(page.getByRole('menu'))
  await expect(item).toBeEnabled()
  await item.press('Enter')
}

/** WCAG 2.2 at level AA: the rules of each version that the next ones keep. */
const CONFORMANCE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Runs axe on the page. First waits for recalculated content, which is dimmed, and for anything that fades in or out. `whole`: also
 * whether headings are in order and everything is in a landmark; not while something is open above the page.
 */
export async function passesAxe(page: Page, whole = false): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(fadesAreOver)
  // A document may show many pages. Reading axe takes longer than most of its rules.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const violations = await page.evaluate(violationsIn, [...CONFORMANCE, ...(whole ? ['best-practice'] : [])])
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))).toEqual([])
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs in the page. */
async function violationsIn(tags: string[]): Promise<axe.Result[]> {
  // Left there by its source.
  const { axe: loaded } = globalThis as unknown as { axe: typeof axe }
  const { violations } = await loaded.run(document, { resultTypes: ['violations'], runOnly: { type: 'tag', values: tags } })
  return violations
}

/**
 * Runs in the page. Waits until no transition runs. What opens is drawn transparent for two frames before its transition starts,
 * so the page must be still for three. An animation without an end, such as a loading bar, does not count. Throws if something moves on.
 */
async function fadesAreOver(): Promise<void> {
  const moving = (): Animation[] =>
    document.getAnimations().filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
  let still = 0
  for (let frames = 0; still < 3; frames++) {
    await new Promise(requestAnimationFrame)
    const running = moving()
    if (frames > 1000)
      throw new Error(`it does not come to rest: ${running.map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML)}`)
    await Promise.allSettled(running.map((one) => one.finished))
    still = running.length === 0 ? still + 1 : 0
  }
}
