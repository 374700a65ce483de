import { mkdirSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArgs, findOrInstallChromium } from '../scripts/find-chromium.ts'
import { OPERATOR, startPortico } from './portico.ts'

// Pictures for review: every page of the demo business, in two widths and both languages. Reports overflow and console errors.
const MEMBER = { email: 'member@example.com', password: 'demo-password' }
// Only paths with one of these prefixes, if any are given.
const only = process.argv.slice(3)
const folder = process.argv[2] ?? '.test/screenshots'

const visitor = [
  '/index',
  '/price',
  '/discount',
  '/service',
  '/extension',
  '/login',
  '/register',
  '/pay_return_url',
  '/staff-invitation',
  '/404',
]
const member = [
  '/dashboard',
  '/user/center',
  '/user/plans',
  '/user/plan/list',
  '/user/plan/1/1',
  '/user/topup',
  '/user/orders',
  '/user/order/list',
  '/user/cards',
  '/user/invites',
  '/user/invites?tab=withdrawals',
  '/user/invite/index',
  '/user/subscribe/index',
  '/user/nodes',
  '/user/traffics',
  '/user/traffic/list',
  '/user/profile/index',
]
const operator = [
  '/dashboard',
  '/admin/setting',
  '/admin/payment',
  '/admin/appversion',
  '/admin/server/manage',
  '/admin/server/manage?tab=outages',
  '/admin/server/manage?tab=machines',
  '/admin/extension',
  '/admin/extension?tab=config',
  '/admin/client_conf',
  '/admin/pac',
  '/admin/clash',
  '/admin/ios_conf',
  '/admin/pac2',
  '/admin/server/group',
  '/admin/plan_manage',
  '/admin/order',
  '/admin/reconciliation',
  '/admin/reconciliation?tab=reversals',
  '/admin/ledger',
  '/admin/tixian',
  '/admin/tixian?tab=commissions',
  '/admin/invite_code',
  '/admin/vipcard',
  '/admin/vipcard?tab=batches',
  '/admin/vipcard?tab=codes',
  '/admin/vipcard?tab=uses',
  '/admin/staff',
  '/admin/coupon',
  '/admin/coupon?tab=promotions',
  '/admin/user',
  '/admin/traffic',
  '/admin/log',
  '/admin/log?tab=sign_ins',
  '/admin/log?tab=jobs',
  '/admin/log?tab=notifications',
]

mkdirSync(folder, { recursive: true })
const portico = await startPortico('--demo')
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumArgs })
let faults = 0
try {
  const order = await pendingOrder()
  for (const language of ['en', 'zh-CN'] as const) {
    for (const width of [1440, 390]) {
      await walk(browser, language, width, 'visitor', visitor, null)
      await walk(browser, language, width, 'member', [...member, `/user/order/${order}`, `/order/${order}`], MEMBER)
      await walk(browser, language, width, 'operator', operator, OPERATOR)
    }
  }
} finally {
  await browser.close()
  await portico.stop()
}
console.log(faults === 0 ? 'Nothing sticks out, no errors in the console.' : `${faults} faults`)
process.exit(faults === 0 ? 0 : 1)

async function pendingOrder(): Promise<string> {
  const login = await portico.call('POST', '/muser/auth/login', MEMBER)
  const plans = await portico.call('GET', '/muser/plan/fetch', {}, login.body.x_token)
  const held = plans.body.items.find((plan: { can_renew: boolean }) => plan.can_renew)
  const saved = await portico.call('POST', '/muser/order/save', { plan_id: held.id, period: 'year_price' }, login.body.x_token)
  return saved.body.trade_no
}

async function walk(
  with_: Browser,
  language: string,
  width: number,
  who: string,
  paths: string[],
  login: typeof MEMBER | null,
): Promise<void> {
  const context = await with_.newContext({ viewport: { width, height: 900 }, locale: language })
  await context.addCookies([{ name: 'language', value: language, url: portico.base }])
  const page = await context.newPage()
  page.on('pageerror', (error) => fault(`${who} ${page.url()}: ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && fault(`${who} ${page.url()}: ${message.text()}`))
  if (login) {
    const entered = await portico.call('POST', '/muser/auth/login', login)
    const cookies = { AdminToken: entered.body.x_token, username: entered.body.name }
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: portico.base })))
  }
  const wanted = paths.filter((path) => only.length === 0 || only.some((begin) => path.startsWith(begin)))
  for (const path of wanted) await shoot(page, path, `${folder}/${who}${path.replace(/\W+/g, '-')}-${width}-${language}.png`)
  await context.close()
}

async function shoot(page: Page, path: string, file: string): Promise<void> {
  await page.goto(portico.base + path)
  // An unpaid order holds a stream open, so the network is never idle there.
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  // On a busy machine the network can be idle before a page has loaded.
  await page
    .locator('[class*="spinner"], [class*="Skeleton-root"], [aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached', timeout: 5000 })
    .catch(() => {})
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' })
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (wider > 0) fault(`${path} is ${wider} px wider than the window (${file})`)
  if (!page.url().endsWith(path)) fault(`${path} led to ${page.url()}`)
  console.log(file)
}

function fault(text: string): void {
  faults++
  console.error(text)
}
