import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { claimsSince, readClaim } from '../accounts/claims.ts'
import { inHurry } from '../db/pool/purpose.ts'
import { liveRules, ruleFor, saysIn } from '../client-rules/live-rules.ts'
import { readAsked } from '../client-rules/match-rule.ts'
import { flagOf } from '../client-rules/outcome.ts'
import { AppError } from '../errors.ts'
import { RETRY_S, retryAfter } from '../http/answer.ts'
import { addressPrefix } from '../http/client-address.ts'
import { coloursOf } from '@portico/contract/shades'
import type { Settings } from '@portico/contract/settings-admin'
import type { Language } from '@portico/contract/translations'
import { languageOf } from '../http/language.ts'
import type { Front } from '../http/server.ts'
import { asksForPage } from '../http/static/site-pages.ts'
import { inLanguage, settingIn } from '../in-language.ts'
import { linkOrigin, siteOrigin } from '../settings/settings.ts'
import { siteLogo } from '../site-icons/site-icon.ts'
import { claimNotice } from './claim-notice.ts'
import { askers } from './askers.ts'
import { deviceGate } from './device-gate.ts'
import { type FeedMember, UNREACHABLE } from './feed-members.ts'
import { feedCatalog, siteOf } from './feed-source.ts'
import { findMembers } from './find-member.ts'
import { LINK_PAGE_HEADERS, linkPage, previewPage } from './link-page.ts'
import { type Link, readLink } from './read-link.ts'
import { reasons, type Refusal, refusal } from './refusals.ts'
import { subscribeUrl } from '../subscriptions/link.ts'
import { hasPlaces } from '../rule-lists/list-places.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { compileMessage } from '../formats/compile-feed.ts'
import { dialectOf } from '../formats/dialect.ts'
import { type Format, formats } from '../formats/formats.ts'
import { fetchLog } from '../link-fetches/fetch-log.ts'
import { linkUses } from '../links/link-uses.ts'
import { ruleListMemory } from '../rule-lists/rule-list-memory.ts'
import { converterOf, type Fetcher, isRobot } from './who-fetches.ts'

/**
 * Answers `/s/{token}`, `/api/v1/client/subscribe?token=`, `/api/v1/client/pac?token=` and links of other panels before the router,
 * because clients fetch these all day.
 */
export function feedFront(app: App): Front {
  const findMember = findMembers(app)
  const headOf = heads(app)
  const [fetches, uses, lists] = [fetchLog(app), linkUses(app), ruleListMemory(app)]
  const gate = deviceGate(app)
  const [asker, rulesAt] = [askers(), liveRules(app)]
  const profile = feedCatalog(app.database, {
    config: app.config,
    ruleLists: lists,
    clock: () => ({ now: app.now(), zone: app.settings()['site.timezone'] }),
    onFault: (error) => app.log.warn({ err: error }, 'a template does not fit; the built-in layout stands in'),
  })

  /** Sends the page for people who open a link in a browser. Needs no sign-in, and shows no more than the link's profile does. */
  async function showPage(request: IncomingMessage, response: ServerResponse, member: FeedMember, who: Fetcher): Promise<void> {
    const settings = app.settings()
    const language = languageOf(header(request, 'cookie'), header(request, 'accept-language'))
    const site = settingIn(settings, 'site.title', language)
    const look = { ...coloursOf(settings['brand.colour']), logo: await siteLogo(app) }
    if (isRobot(who)) return sendPage(request, response, previewPage({ language, site, look }))
    const { db } = app.database
    const [{ plan }, claim] = await Promise.all([
      readSubscription(db, member.accountId),
      readClaim(db, member.accountId, claimsSince(settings, app.now())),
    ])
    const page = await linkPage({
      language,
      site,
      origin: siteOrigin(settings, app.config),
      zone: settings['site.timezone'],
      link: member.path === undefined ? subscribeUrl(member.token, settings, app.config) : linkOrigin(settings, app.config) + member.path,
      userAgent: header(request, 'user-agent') ?? '',
      isInApp: who === 'in_app',
      plan: plan && inLanguage(plan, language).name,
      expiresAt: member.expiresAt === null ? null : new Date(member.expiresAt),
      used: member.up + member.down,
      quota: member.transferEnable,
      refused: refusal(member, app.now()),
      mayClaim: claim?.open === true,
      notice: claimNotice({ ...member, language }, app.now()),
      look,
    })
    sendPage(request, response, page)
  }

  async function answer(request: IncomingMessage, response: ServerResponse, link: Link): Promise<void> {
    const { wanted, isPac } = link
    const address = app.addressOf(request.socket.remoteAddress, (name) => header(request, name))
    const found = await findMember(link)
    if (found === UNREACHABLE) return unavailable(response)
    if (!found) {
      await app.limits.unknownLink.take(addressPrefix(address))
      return sendText(response, 403, 'This link is not valid.')
    }
    const { member, old } = found
    const named = old?.format ?? link.flag
    // Patterns look through it.
    const userAgent = (converterOf((name) => header(request, name)) ?? header(request, 'user-agent') ?? '').slice(0, 500)
    const { who } = asker(userAgent, named)
    if (isRobot(who)) return showPage(request, response, member, who)
    const isPage = !isPac && named === '' && isBrowser(request, who) && app.settings()['subscription.browser_page']
    const asked = { userAgent, flag: named, headers: readAsked(request.headers), ...(isPage && { page: true as const }) }
    const country = (): string | null => app.countryOf?.(address) ?? null
    const rule = isPage ? null : ruleFor(await rulesAt(member.catalog), userAgent, { headers: asked.headers, country })
    const flag = flagOf(named, rule)
    const { client, dialect: dialectFor } = asker(userAgent, flag)
    const dialect = isPac ? pac : dialectFor(app.settings()['subscription.naive'] === 'any')
    if (old) uses.note(old.linkId)
    fetches.note({ token: member.token, userAgent, flag, format: dialect.format, asked, address })
    if (isPage) return showPage(request, response, member, who)
    if (rule?.answer === 'refusal') return sendText(response, 403, saysIn(rule, 'text', member.language))
    if (rule?.answer === 'message') {
      const site = siteOf(app.settings(), member.language, app.config)
      const text = saysIn(rule, 'text', member.language)
      return send(response, headOf(dialect.format, member.language), member, compileMessage(dialect, text, site)(member))
    }
    const reason = refusal(member, app.now())
    const spoken = languageOf(undefined, header(request, 'accept-language'))
    const say = (why: Refusal | 'resting'): string => reasons[spoken][why]
    const shut = reason ? null : await gate.pass(member, { headers: request.headers, client, language: member.language ?? spoken })
    if (!reason && shut === null && member.groupId !== null) {
      if (wanted) await inHurry(() => app.limits.chosenNodes.take(member.token)).catch(unlessUncounted)
      const { accountId, groupId, catalog, youth, language, own } = member
      const template = rule?.format === dialect.format ? rule.own : undefined
      const wish = { narrowing: wanted, resting: () => say('resting'), notice: claimNotice(member, app.now()), template }
      const compiled = await profile({ accountId, groupId, catalog, youth, language, own }, dialect, wish)
      const text = compiled(member)
      const plain = { ...headOf(dialect.format, language), ...(rule?.announce && announceHeader(saysIn(rule, 'announce', language))) }
      if (!hasPlaces(text)) return send(response, plain, member, text)
      // Only profiles with lists are long enough for compressing to pay.
      const isZipped = /\bgzip\b/.test(header(request, 'accept-encoding') ?? '')
      const head = { ...plain, vary: 'accept-encoding', ...(isZipped && { 'content-encoding': 'gzip' }) }
      return send(response, head, member, isZipped ? lists.zip(text) : lists.fill(text))
    }
    const { language } = member
    const text = shut ?? (reason === 'places' ? await gate.full(member, language ?? spoken) : say(reason ?? 'none'))
    if (app.settings()['subscription.unavailable'] === 'refuse') return sendText(response, 403, text)
    const site = siteOf(app.settings(), language, app.config)
    const head = { ...headOf(dialect.format, language), ...((shut !== null || reason === 'places') && { 'x-hwid-limit': 'true' }) }
    send(response, head, member, compileMessage(dialect, text, site)(member))
  }

  return (request, response) => {
    const found = readLink(request.url ?? '', app.readOld)
    if (!found || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    answer(request, response, found).catch((error: unknown) => {
      if (error instanceof AppError) {
        response.setHeader('retry-after', String(retryAfter(error)))
        return sendText(response, 429, 'Too many requests.')
      }
      app.log.error({ err: error }, 'a subscription could not be answered')
      unavailable(response)
    })
    return true
  }
}

/** Apps that send a browser's User-Agent do not ask for a page. */
function isBrowser(request: IncomingMessage, who: Fetcher): boolean {
  return (who === 'browser' || who === 'in_app') && asksForPage(header(request, 'accept'))
}

const pac = dialectOf('pac')
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
    ...(announce && announceHeader(announce)),
  }
}

function announceHeader(line: string): { announce: string } {
  return { announce: `base64:${Buffer.from(line).toString('base64')}` }
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

function sendPage(request: IncomingMessage, response: ServerResponse, page: string): void {
  response.writeHead(200, { ...LINK_PAGE_HEADERS, 'content-length': Buffer.byteLength(page) })
  response.end(request.method === 'HEAD' ? undefined : page)
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
