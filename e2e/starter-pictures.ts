import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Locator, type Page } from '@playwright/test'
import { writeWebp } from '../apps/server/test/pictures.ts'
import { chromiumArgs, findOrInstallChromium } from '../scripts/find-chromium.ts'
import { howItWorks } from './starter-drawing.ts'
import { done } from './shop.ts'
import { MEMBER, OPERATOR, type Portico, startPorticoWith } from './portico.ts'

// The pictures of the starter articles: parts of the demo's pages in both languages, and one drawing. Run it when these pages change,
// after a build: node e2e/starter-pictures.ts [names]
const folder = 'apps/server/src/articles/starter/pictures'
const only = process.argv.slice(2)
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 2 }
const devices = {
  windows: { viewport: { width: 1180, height: 900 }, userAgent: WINDOWS, deviceScaleFactor: 1.5 },
  android: { ...phone, userAgent: ANDROID },
  iphone: { ...phone, userAgent: IPHONE },
}
type Device = keyof typeof devices

type Language = 'en' | 'zh-CN'
type Shot = {
  path: string
  /** What of the page is kept. */
  part: (page: Page, text: (key: string) => string) => Locator
  /** The highest picture, in CSS pixels: the rest below is cut. */
  height?: number
  /** An iPhone if not said otherwise. */
  on?: Device
  /** Before the picture. */
  open?: (page: Page) => Promise<void>
}

const TRANSFER = {
  en: {
    name: 'Bank transfer',
    other: 'Card',
    text: 'This is an example account. Send no money.\n\nBank: Example Bank\nName: Portico Demo\nAccount: 0000 0000 0000 0000',
  },
  'zh-CN': {
    name: '银行转账',
    other: '银行卡',
    text: '此为示例账户，请勿转账。\n\n开户行：示例银行\n户名：Portico Demo\n账号：0000 0000 0000 0000',
  },
}

const OTHER = {
  driver: 'manual',
  icon: null,
  fee_percent: 0,
  fee_fixed: 0,
  currency: 'CNY',
  exchange_rate: null,
  notify_origin: null,
  enabled: true,
}

const section = (page: Page, title: string): Locator =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .last()
const whole = (page: Page): Locator => page.locator('main')
const gate = (page: Page): Locator => page.locator('section[aria-labelledby="import"]')
const openGate = (page: Page): Promise<void> => gate(page).locator('summary').click()
/** An app among the others of the import page, with its guide. */
const appRow = (name: string): Pick<Shot, 'path' | 'part' | 'open'> => {
  const row = (page: Page): Locator => page.locator('main li:has(summary)').filter({ has: page.getByText(name, { exact: true }) })
  return { path: '/user/subscribe/index', part: row, open: (page) => row(page).locator('summary').click() }
}

const shots: Record<string, Shot> = {
  'import-phone': { path: '/user/subscribe/index', part: gate, open: openGate },
  'import-android': { path: '/user/subscribe/index', part: gate, open: openGate, on: 'android' },
  'import-stash': appRow('Stash'),
  'import-sing-box': appRow('sing-box'),
  'import-computer': { path: '/user/subscribe/index', part: gate, on: 'windows' },
  devices: { path: '/user/subscribe/index', part: (page, text) => section(page, text('devices member_device.title')), height: 360 },
  plans: { path: '/user/plans', part: whole, height: 528 },
  usage: { path: '/dashboard', part: (page) => page.locator('section[aria-labelledby="gate"]') },
  renewal: {
    path: '/user/center',
    part: (page, text) => section(page, text('subscriptions renewal.title')),
  },
  redeem: { path: '/user/cards', part: whole, height: 236 },
  invite: { path: '/user/invites', part: (page, text) => section(page, text('invites invites.link')) },
  status: { path: '/service', part: whole, height: 496 },
  // The order is placed last: while it is unpaid, other pages mention it.
  pay: { path: '/user/order/:order', part: whole, height: 640 },
  transfer: { path: '/user/order/:order', part: (page) => page.locator('main ol').last(), open: startTransfer },
}

const wanted = Object.entries(shots).filter(([name]) => only.length === 0 || only.includes(name))
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumArgs })
const portico = await startPorticoWith({ PUBLIC_URL: 'https://portico.example.com' }, '--demo')
try {
  const token = (await portico.call('POST', '/muser/auth/login', MEMBER)).body.x_token
  if (wanted.some(([name]) => name === 'devices')) await deviceSeen(portico, token)
  for (const language of ['en', 'zh-CN'] as const) await shootAll(browser, portico, language, token)
  await writeWebp(Buffer.from(howItWorks), join(folder, 'how-it-works.webp'))
} finally {
  await browser.close()
  await portico.stop()
}

async function shootAll(from: Browser, { base, call }: Portico, language: Language, token: string): Promise<void> {
  for (const device of Object.keys(devices) as Device[]) {
    const context = await from.newContext({ locale: language, colorScheme: 'light', ...devices[device] })
    const cookies = { language, AdminToken: token, username: 'member' }
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: base })))
    const page = await context.newPage()
    for (const [name, shot] of wanted.filter(([, one]) => (one.on ?? 'iphone') === device)) {
      const order = shot.path.includes(':order') ? await openOrder(call, language, token) : ''
      await page.goto(base + shot.path.replace(':order', order))
      await settle(page)
      await shot.open?.(page)
      await writeWebp(await picture(page, shot, language), join(folder, language, `${name}.webp`))
      if (order) await done(call('POST', '/muser/order/cancel', { trade_no: order }, token))
      console.log(language, name)
    }
    await context.close()
  }
}

/** The part without what lies over it, such as the bar at the bottom of a phone. */
async function picture(page: Page, { part, height = Infinity }: Shot, language: Language): Promise<Buffer> {
  const place = part(page, (key) => textOf(key, language))
  await place.scrollIntoViewIfNeeded()
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 2400 })
  await settle(page)
  await page.evaluate(() => {
    const lying = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) =>
      ['fixed', 'sticky'].includes(getComputedStyle(one).position),
    )
    for (const one of lying) one.style.visibility = 'hidden'
  })
  const box = await place.boundingBox()
  if (!box) throw new Error('the part is not on the page')
  const margin = box.x > 0 && !(await hasSurface(place)) ? 12 : 0
  // A cut pixel would be a pale line: even numbers are whole ones at one and a half of them too.
  const even = (length: number, round = Math.floor): number => 2 * round(length / 2)
  const [left, top] = [even(box.x, Math.ceil), even(box.y, Math.ceil)]
  const clip = {
    x: left - margin,
    y: top - margin,
    width: even(box.x + box.width - left) + 2 * margin,
    height: even(box.y + Math.min(box.height, height) - top) + 2 * margin,
  }
  const bytes = await page.screenshot({ clip, animations: 'disabled' })
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 844 })
  return bytes
}

/** Whether the part is a block of its own colour. Its corners are then made square: what lies behind them fits one theme only. */
function hasSurface(part: Locator): Promise<boolean> {
  return part.evaluate((one: HTMLElement) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(one)
    one.style.borderRadius = '0'
    return backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)'
  })
}

function textOf(key: string, language: Language): string {
  const [noun = '', name = ''] = key.split(' ')
  const files = globSync(`apps/web/src/${noun}/*.${language}.json`).map((file) => JSON.parse(readFileSync(file, 'utf8')))
  return files.find((texts) => name in texts)?.[name]
}

/** An unpaid order, with the way to transfer money in words of one language. Returns its number. */
async function openOrder(call: Portico['call'], language: Language, token: string): Promise<string> {
  const operator = (await call('POST', '/muser/auth/login', OPERATOR)).body.x_token
  const methods = await call('GET', '/admin/payment-methods', {}, operator)
  const [transfer, other] = methods.body.items.filter((one: { driver: string }) => one.driver === 'manual')
  const { name, text, other: otherName } = TRANSFER[language]
  const config = { instructions: text }
  await done(call('PATCH', `/admin/payment-methods/${transfer.id}`, { name, config }, operator))
  // Where only one can be chosen, it starts by itself.
  if (other) await done(call('PATCH', `/admin/payment-methods/${other.id}`, { name: otherName }, operator))
  else await done(call('POST', '/admin/payment-methods', { ...OTHER, name: otherName, config }, operator))
  const plans = await done(call('GET', '/muser/plan/fetch', {}, token))
  const held = plans.items.find((plan: { can_renew: boolean }) => plan.can_renew)
  return (await done(call('POST', '/muser/order/save', { plan_id: held.id, period: 'year_price' }, token))).trade_no
}

/** The demo's nodes report who is connected once a minute. */
async function deviceSeen({ call }: Portico, token: string): Promise<void> {
  const inUse = async (): Promise<number> => (await done(call('GET', '/muser/devices', {}, token))).count
  await expect.poll(inUse, { timeout: 200_000, intervals: [3000] }).toBeGreaterThan(0)
}

async function startTransfer(page: Page): Promise<void> {
  await page
    .getByText(/^(Bank transfer|银行转账)$/)
    .first()
    .click()
  await page
    .getByRole('button', { name: /^(Pay |转账支付)/ })
    .last()
    .click()
  await page
    .getByText(/Portico Demo/)
    .first()
    .waitFor()
}

async function settle(page: Page): Promise<void> {
  // An unpaid order holds a stream open, so the network is never idle there.
  await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => {})
  const waiting = page.locator('[class*="spinner"], [class*="Skeleton-root"], [aria-busy="true"]').first()
  await waiting.waitFor({ state: 'detached', timeout: 5000 }).catch(() => {})
  await page.evaluate(() => document.fonts.ready)
}
