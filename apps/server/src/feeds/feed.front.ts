import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { RETRY_S } from '../http/answer.ts'
import { addressPrefix } from '../http/client-address.ts'
import type { Settings } from '@portico/contract/settings-admin'
import type { Language } from '@portico/contract/translations'
import { languageOf } from '../http/language.ts'
import type { Front } from '../http/server.ts'
import { inLanguage, settingIn } from '../in-language.ts'
import { siteOrigin } from '../settings/settings.ts'
import { detectClient } from './detect-client.ts'
import { feedCatalog, type FeedMember, feedMembers, siteOf, UNREACHABLE } from './feed-source.ts'
import { LINK_PAGE_HEADERS, linkPage } from './link-page.ts'
import { reasons, type Refusal, refusal } from './refusals.ts'
import { PAC_PATH, subscribeUrl } from '../subscriptions/link.ts'
import { hasPlaces } from '../rule-lists/list-places.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { compileMessage } from '../formats/compile-feed.ts'
import { type Dialect, dialectOf } from '../formats/dialect.ts'
import { type Format, formats } from '../formats/formats.ts'
import { type Narrowing, readNarrowing } from '../formats/narrow.ts'
import { fetchLog } from '../link-fetches/fetch-log.ts'
import { ruleListMemory } from '../rule-lists/rule-list-memory.ts'

/**
 * Answers `/s/{token}`, `/api/v1/client/subscribe?token=` and `/api/v1/client/pac?token=` before the router, because clients
 * fetch these all day.
 */
export function feedFront(app: App): Front {
  const findMember = feedMembers(app.database)
  const headOf = heads(app)
  const [fetches, lists] = [fetchLog(app), ruleListMemory(app)]
  const dialectFor = remembered(({ flag, userAgent }) => {
    const { format, program, version } = detectClient({ userAgent, ...(flag ? { flag } : {}) })
    const [careful, trusting] = [dialectOf(format, program, version), dialectOf(format, program, version, true)]
    return (trusted) => (trusted ? trusting : careful)
  })
  const profile = feedCatalog(app.database, {
    config: app.config,
    ruleLists: lists,
    clock: () => ({ now: app.now(), zone: app.settings()['site.timezone'] }),
    onFault: (error) => app.log.warn({ err: error }, 'a template does not fit; the built-in layout stands in'),
  })

  /** Sends the page for people who open a link in a browser. Needs no sign-in, and shows no more than the link's profile does. */
  async function showPage(request: IncomingMessage, response: ServerResponse, member: FeedMember): Promise<void> {
    const settings = app.settings()
    const language = languageOf(header(request, 'cookie'), header(request, 'accept-language'))
    const { plan } = await readSubscription(app.database.db, member.accountId)
    const page = await linkPage({
      language,
      site: settingIn(settings, 'site.title', language),
      origin: siteOrigin(settings, app.config),
      zone: settings['site.timezone'],
      link: subscribeUrl(member.token, settings, app.config),
      userAgent: header(request, 'user-agent') ?? '',
      plan: plan && inLanguage(plan, language).name,
      expiresAt: member.expiresAt === null ? null : new Date(member.expiresAt),
      used: member.up + member.down,
      quota: member.transferEnable,
      refused: refusal(member, app.now()),
    })
    response.writeHead(200, { ...LINK_PAGE_HEADERS, 'content-length': Buffer.byteLength(page) })
    response.end(request.method === 'HEAD' ? undefined : page)
  }

  async function answer(request: IncomingMessage, response: ServerResponse, { token, flag, wanted, isPac }: Link): Promise<void> {
    const member = /^[0-9a-f]{32}$/.test(token) ? await findMember(token) : undefined
    if (member === UNREACHABLE) return unavailable(response)
    if (!member) {
      await app.limits.unknownLink.take(addressPrefix(app.addressOf(request.socket.remoteAddress, header(request, 'x-forwarded-for'))))
      return sendText(response, 403, 'This link is not valid.')
    }
    const userAgent = header(request, 'user-agent') ?? ''
    const dialect = isPac ? pac : dialectFor(userAgent, flag)(app.settings()['subscription.naive'] === 'any')
    const address = app.addressOf(request.socket.remoteAddress, header(request, 'x-forwarded-for'))
    fetches.note({ token: member.token, userAgent, flag, format: dialect.format, address })
    const isPage = !isPac && flag === '' && isBrowser(request) && app.settings()['subscription.browser_page']
    if (isPage) return showPage(request, response, member)
    const reason = refusal(member, app.now())
    const say = (why: Refusal | 'resting'): string => reasons[languageOf(undefined, header(request, 'accept-language'))][why]
    if (!reason && member.groupId !== null) {
      if (wanted) await app.limits.chosenNodes.take(member.token).catch(unlessUncounted)
      const { accountId, groupId, catalog, youth, language } = member
      const wish = { narrowing: wanted, resting: () => say('resting') }
      const compiled = await profile({ accountId, groupId, catalog, youth, language }, dialect, wish)
      const text = compiled(member)
      if (!hasPlaces(text)) return send(response, headOf(dialect.format, language), member, text)
      // Only profiles with lists are long enough for compressing to pay.
      const isZipped = /\bgzip\b/.test(header(request, 'accept-encoding') ?? '')
      const head = { ...headOf(dialect.format, language), vary: 'accept-encoding', ...(isZipped && { 'content-encoding': 'gzip' }) }
      return send(response, head, member, isZipped ? lists.zip(text) : lists.fill(text))
    }
    const text = say(reason ?? 'none')
    if (app.settings()['subscription.unavailable'] === 'refuse') return sendText(response, 403, text)
    const { language } = member
    const site = siteOf(app.settings(), language, app.config)
    send(response, headOf(dialect.format, language), member, compileMessage(dialect, text, site)(member))
  }

  return (request, response) => {
    const found = linkToken(request.url ?? '')
    if (!found || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    answer(request, response, found).catch((error: unknown) => {
      if (error instanceof AppError) return sendText(response, 429, 'Too many requests.')
      app.log.error({ err: error }, 'a subscription could not be answered')
      unavailable(response)
    })
    return true
  }
}

/** Apps that send a browser's User-Agent do not ask for a page. */
function isBrowser(request: IncomingMessage): boolean {
  const wantsPage = /\btext\/html\b/.test(header(request, 'accept') ?? '')
  return wantsPage && detectClient({ userAgent: header(request, 'user-agent') ?? '' }).client === 'browser'
}

type Link = { token: string; flag: string; wanted: Narrowing | null; isPac: boolean }

function linkToken(url: string): Link | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const isShort = path.startsWith('/s/')
  const isPac = path === PAC_PATH
  if (!isShort && !isPac && path !== '/api/v1/client/subscribe') return null
  if (mark < 0) return { token: isShort ? path.slice(3) : '', flag: '', wanted: null, isPac }
  const search = new URLSearchParams(url.slice(mark + 1))
  return {
    token: isShort ? path.slice(3) : (search.get('token') ?? ''),
    flag: (search.get('flag') ?? '').slice(0, 60),
    wanted: readNarrowing(search.get('types') ?? '', search.get('filter') ?? ''),
    isPac,
  }
}

const pac = dialectOf('pac')
const MAX_REMEMBERED = 1000
/** The dialect of a client. `trusted` as in `dialectOf`. */
type Chosen = (trusted: boolean) => Dialect

/** Many requests come from few kinds of clients, so each User-Agent is interpreted only once. */
function remembered(work: (sent: { userAgent: string; flag: string }) => Chosen): (userAgent: string, flag: string) => Chosen {
  const known = new Map<string, Chosen>()
  return (userAgent, flag) => {
    const key = `${flag}\n${userAgent}`
    let found = known.get(key)
    if (!found) {
      if (known.size >= MAX_REMEMBERED) known.clear()
      found = work({ userAgent, flag })
      known.set(key, found)
    }
    return found
  }
}

/** The headers that are the same for every member, rebuilt when the settings change. */
function heads(app: App): (format: Format, language: Language | null) => Record<string, string> {
  let current: ReturnType<App['settings']> | null = null
  let made = new Map<string, Record<string, string>>()
  return (format, language) => {
    if (current !== app.settings()) {
      current = app.settings()
      made = new Map()
    }
    const key = `${format} ${language}`
    const ready = made.get(key)
    if (ready) return ready
    const title = settingIn(current, 'site.title', language)
    const head = {
      'content-type': formats[format].contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(title + (formats[format].ending ?? ''))}`,
      'profile-update-interval': String(current['subscription.update_hours']),
      'profile-title': `base64:${Buffer.from(title).toString('base64')}`,
      // Headers are ASCII, so an international name is in Punycode.
      'profile-web-page-url': asciiOrigin(siteOrigin(current, app.config)),
      ...supportHeaders(current, format, language, siteOrigin(current, app.config)),
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
    }
    made.set(key, head)
    return head
  }
}

/** Headers that apps for share links and sing-box show beside nodes. Other apps ignore them. */
function supportHeaders(current: Settings, format: Format, language: Language | null, origin: string): Record<string, string> {
  if (!readsSupport.has(format)) return {}
  const announce = settingIn(current, 'subscription.announce', language)
  const support = current['subscription.support_url'] || `${origin}/service`
  return {
    'support-url': URL.parse(support)?.href ?? encodeURI(support),
    ...(announce && { announce: `base64:${Buffer.from(announce).toString('base64')}` }),
  }
}

const readsSupport: ReadonlySet<Format> = new Set(['uri', 'xray', 'sing-box'])

function asciiOrigin(origin: string): string {
  return URL.parse(origin)?.origin ?? encodeURI(origin)
}

function send(response: ServerResponse, head: Record<string, string>, member: FeedMember, body: string | Buffer): void {
  const expire = member.expiresAt === null ? '' : `; expire=${Math.floor(member.expiresAt / 1000)}`
  response.writeHead(200, {
    ...head,
    // A client that updates once a day would miss when blocked hours begin and end.
    ...(member.youth && { 'profile-update-interval': '1' }),
    'content-length': Buffer.byteLength(body),
    'subscription-userinfo': `upload=${member.up}; download=${member.down}; total=${member.transferEnable}${expire}`,
  })
  // A string is sent in one write with the headers.
  response.end(body)
}

/** While the database does not answer, nothing is counted and links still work. */
function unlessUncounted(error: unknown): void {
  if (error instanceof AppError) throw error
}

function unavailable(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('retry-after', RETRY_S)
  sendText(response, 503, 'Please try again in a moment.')
}

function sendText(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store, private' })
  response.end(text)
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
