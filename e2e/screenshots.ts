import { mkdirSync, readFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { consolePages, memberPages } from '../apps/web/src/app/routes.ts'
import { chromiumArgs, findOrInstallChromium } from '../scripts/find-chromium.ts'
import { publishLongArticles } from './long-articles.ts'
import { type Opened, openTickets } from './opened-pages.ts'
import { pageRoutes } from './pages/routes.ts'
import { MEMBER, OPERATOR, startPortico } from './portico.ts'

// Pictures for review: every page of the demo business and the first pages of an empty site, in three widths, both languages and
// both themes, and a contact sheet for each kind of visitor. Reports overflow and console errors.
// node e2e/screenshots.ts [--widths=1440,390] [--themes=light] [--languages=en] [--who=visitor,opened-member] [folder] [path prefixes, all
// without]
const options = new Map(process.argv.filter((text) => text.startsWith('--')).map((text) => text.slice(2).split('=') as [string, string]))
const [folder = '.test/screenshots', ...only] = process.argv.slice(2).filter((text) => !text.startsWith('--'))
const choose = (name: string, all: string): string[] => (options.get(name) ?? all).split(',')
const widths = choose('widths', '1440,768,390').map(Number)
const themes = choose('themes', 'light,dark') as ('light' | 'dark')[]
const languages = choose('languages', 'en,zh-CN')
const whoOnly = options.get('who')?.split(',')

/** The addresses of the specification, and what else is worth a look. */
const listed = (...whose: string[]): string[] =>
  pageRoutes.filter((route) => whose.includes(route.for) && !/[{]|redirect/.test(route.path)).map(({ path }) => path)
/** Pages whose address the specification does not name. */
const added = (pages: typeof consolePages): string[] =>
  pages.map(({ path }) => path).filter((path) => !path.includes('$') && pageRoutes.every((route) => route.path !== path))
const tabs = (path: string, ...names: string[]): string[] => names.map((name) => `${path}?tab=${name}`)

const undo = ['/undo#00000000000000000000000000000000000000000', '/undo#stop.1-expiry-0000000000000000000000000000000000']
const visitor = [...listed('all'), '/help', '/soso?q=clash', '/staff-invitation', ...undo]
const member = [...listed('members'), ...tabs('/user/invites', 'withdrawals'), ...added(memberPages)]
const operator = [
  '/dashboard',
  '/dashboard?view=setup',
  ...listed('support', 'owners'),
  ...['brand', 'search', 'nodes', 'accounts', 'bot'].map((group) => `/admin/setting?group=${group}`),
  ...added(consolePages),
  ...tabs('/admin/messages', 'texts'),
  ...tabs('/admin/server/manage', 'reports', 'outages', 'machines'),
  ...tabs('/admin/extension', 'config'),
  ...tabs('/admin/reconciliation', 'disputes', 'reversals'),
  ...tabs('/admin/tixian', 'commissions'),
  ...tabs('/admin/vipcard', 'batches', 'codes', 'uses'),
  ...tabs('/admin/ticket', 'canned', 'figures'),
  ...tabs('/admin/coupon', 'promotions'),
  ...tabs('/admin/log', 'sign_ins', 'jobs', 'notifications'),
]

const emptySite = ['/dashboard', '/admin/server/manage', '/admin/plan_manage', '/admin/payment', '/admin/order', '/admin/user']

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumArgs })
let faults = 0
let portico = await startPortico('--demo')
try {
  const order = await pendingOrder()
  const page = `/admin/user/${await memberId()}`
  const pages = [
    '',
    ...['subscription', 'usage', 'devices', 'orders', 'ledger', 'invitees', 'sign_in', 'tickets', 'notes'].map((tab) => `?tab=${tab}`),
  ]
  for (const language of languages) {
    await walk(language, 'visitor', visitor, null)
    await walk(language, 'member', [...member, `/user/order/${order}`, `/order/${order}`], MEMBER)
    await walk(language, 'operator', [...operator, ...pages.map((tab) => page + tab)], OPERATOR)
  }
  // After the lists, which the demo's own entries fill.
  const token = await signIn(OPERATOR)
  const opened = await openTickets(portico, await signIn(MEMBER), token)
  // The first one may have run out by now.
  const last = await pendingOrder()
  await portico.call('POST', `/admin/orders/${last}/payment`, { note: 'Seen on the account' }, token)
  for (const language of languages) {
    // Only now, because nothing can be bought while an order is unpaid.
    const buying = ['/user/plan/1/1', '/user/plan/2/4', '/user/plans'].map((path) => ({ name: `buy${path}`, path }))
    await walk(language, 'opened-member', [...opened.byMember, { name: 'paid', path: `/user/order/${last}` }, ...buying], MEMBER)
    await walk(language, 'opened-operator', [{ name: 'order', path: `/admin/order?order=${last}` }, ...opened.byOperator], OPERATOR)
  }
  const { setup } = await publishLongArticles(portico, token)
  for (const language of languages) {
    await walk(language, 'article-visitor', [`/help/${setup}`], null)
    await walk(language, 'article-member', [`/article/articleRead/${setup}`], MEMBER)
    await walk(language, 'article-operator', [`/admin/content/contentcreate/${setup}`], OPERATOR)
  }
  await portico.stop()
  portico = await startPortico()
  for (const language of languages) {
    await walk(language, 'empty-visitor', ['/index', '/price', '/service'], null)
    await walk(language, 'empty-operator', emptySite, OPERATOR)
  }
} finally {
  await browser.close()
  await portico.stop()
}
console.log(faults === 0 ? 'Nothing sticks out, no errors in the console.' : `${faults} faults`)
process.exit(faults === 0 ? 0 : 1)

async function signIn(login: typeof MEMBER): Promise<string> {
  return (await portico.call('POST', '/muser/auth/login', login)).body.x_token
}

async function pendingOrder(): Promise<string> {
  const token = await signIn(MEMBER)
  const waiting = await portico.call('GET', '/muser/order/fetch', { status: 'pending' }, token)
  if (waiting.body.items.length > 0) return waiting.body.items[0].trade_no
  const plans = await portico.call('GET', '/muser/plan/fetch', {}, token)
  const held = plans.body.items.find((plan: { can_renew: boolean }) => plan.can_renew)
  const saved = await portico.call('POST', '/muser/order/save', { plan_id: held.id, period: 'year_price' }, token)
  return saved.body.trade_no
}

async function memberId(): Promise<number> {
  return (await portico.call('POST', '/muser/info', {}, await signIn(MEMBER))).body.userInfo.id
}

async function walk(language: string, who: string, paths: (string | Opened)[], login: typeof MEMBER | null): Promise<void> {
  if (whoOnly && !whoOnly.includes(who)) return
  const context = await browser.newContext({ locale: language })
  await context.addCookies([{ name: 'language', value: language, url: portico.base }])
  const page = await context.newPage()
  page.on('pageerror', (error) => fault(`${who} ${page.url()}: ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && fault(`${who} ${page.url()}: ${message.text()}`))
  if (login) {
    const entered = await portico.call('POST', '/muser/auth/login', login)
    const cookies = { AdminToken: entered.body.x_token, username: entered.body.name }
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: portico.base })))
    // The stream of a member's messages never ends, so the network would never be idle.
    const { unread } = (await portico.call('POST', '/api/msg/fetch', {}, entered.body.x_token)).body
    const body = `data: ${JSON.stringify({ unread, version: '' })}\n\n`
    await page.route('**/muser/messages/live', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  }
  // An order's number differs in each run.
  const nameOf = (path: string): string => path.replace(/[A-Z0-9]{20,}/, 'number')
  const all = paths.map((entry): Opened => (typeof entry === 'string' ? { name: nameOf(entry), path: entry } : entry))
  const pictures: string[] = []
  for (const { name, path, show } of all.filter((entry) => only.length === 0 || only.some((begin) => entry.path.startsWith(begin)))) {
    const picture = `${who}${/^\W/.test(name) ? '' : '-'}${name.replace(/\W+/g, '-')}`
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await open(page, path)
      await show?.(page)
      for (const theme of themes) pictures.push(await shoot(page, theme, `${picture}-${width}-${language}-${theme}`))
    }
  }
  if (pictures.length > 0) await drawContactSheet(page, pictures, `${folder}/contact-${who}-${language}.jpg`)
  await context.close()
}

async function open(page: Page, path: string): Promise<void> {
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
  const stays = !path.includes('open=')
  if (stays && !page.url().endsWith(path)) fault(`${path} led to ${page.url()}`)
}

async function shoot(page: Page, theme: 'light' | 'dark', name: string): Promise<string> {
  const file = `${folder}/${name}.png`
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction((scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme, theme)
  await settle(page)
  // A drawer is as tall as the window.
  const fullPage = (await page.getByRole('dialog').count()) === 0
  if (fullPage) await endWithBars(page)
  await page.screenshot({ path: file, fullPage, animations: 'disabled' })
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (wider > 0) fault(`${name} is ${wider} px wider than the window`)
  console.log(file)
  return file
}

/** Lets a bar fixed to the bottom of the window end the picture of the whole page. */
async function endWithBars(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.style.position = 'relative'
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const { position, bottom, top } = getComputedStyle(element)
      if (position === 'fixed' && bottom === '0px' && top !== '0px') element.style.position = 'absolute'
    }
  })
}

/** Waits until nothing moves or fades any more; a spinner never stops. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** All pictures on one page, small; long ones are cut. */
async function drawContactSheet(page: Page, pictures: string[], file: string): Promise<void> {
  const cells = pictures.map((path) => {
    const name = path.slice(folder.length + 1, -4)
    const width = Number(/-(\d+)-(?:en|zh)/.exec(name)?.[1] ?? 1440) / 6
    return `<figure style="width:${width}px"><div><img width="${width}" src="data:image/png;base64,${readFileSync(path, 'base64')}"></div>${name}</figure>`
  })
  const style = `body{margin:16px;display:flex;flex-wrap:wrap;gap:12px;font:9px system-ui;background:#888}
    figure{margin:0;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}div{max-height:220px;overflow:hidden}`
  await page.goto('about:blank')
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.setContent(`<style>${style}</style>${cells.join('')}`)
  await page.screenshot({ path: file, type: 'jpeg', quality: 60, fullPage: true })
  console.log(file)
}

function fault(text: string): void {
  faults++
  console.error(text)
}
