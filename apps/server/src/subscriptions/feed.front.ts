import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { addressPrefix } from '../http/client-address.ts'
import { type Language, languageOf } from '../http/language.ts'
import type { Front } from '../http/server.ts'
import { siteOrigin } from '../settings/settings.ts'
import { type Detected, detectFormat } from './detect-client.ts'
import { feedCatalog, type FeedMember, feedMembers } from './feed-source.ts'
import { compileNotice, type Format } from './render/feed.ts'
import { isActive } from './state.ts'

const contentTypes: Record<Format, string> = {
  uri: 'text/plain; charset=utf-8',
  mihomo: 'text/yaml; charset=utf-8',
  'sing-box': 'application/json; charset=utf-8',
}
type Reason = 'none' | 'expired' | 'banned'
const reasons: Record<Language, Record<Reason, string>> = {
  en: { none: 'No active plan', expired: 'Subscription expired, please renew', banned: 'Account suspended' },
  'zh-CN': { none: '暂无可用套餐', expired: '订阅已到期，请续费', banned: '账号已停用' },
}

/** Answers `/s/{token}` and `/api/v1/client/subscribe?token=` ahead of the router: clients fetch these all day. */
export function feedFront(app: App): Front {
  const findMember = feedMembers(app.database)
  const site = (): { title: string; url: string } => {
    const current = app.settings()
    return { title: current['site.title'], url: current['subscription.url'] || siteOrigin(current, app.config) }
  }
  const profile = feedCatalog(app.database, site)

  async function answer(request: IncomingMessage, response: ServerResponse, token: string, search: URLSearchParams): Promise<void> {
    const network = addressPrefix(app.addressOf(request.socket.remoteAddress, header(request, 'x-forwarded-for')))
    const member = /^[0-9a-f]{32}$/.test(token) ? await findMember(token) : undefined
    if (!member) {
      await app.limits.unknownLink.take(network)
      return sendText(response, 403, 'This link is not valid.')
    }
    const flag = search.get('flag')
    const detected = detectFormat({ userAgent: header(request, 'user-agent') ?? '', ...(flag ? { flag: flag.slice(0, 60) } : {}) })
    const reason = refusal(member, app.now())
    if (!reason && member.groupId !== null) {
      const compiled = await profile(member.catalog, member.groupId, detected.format, detected.coreVersion)
      return send(response, app, detected, member, compiled({ uuid: member.uuid }))
    }
    const text = reasons[languageOf(undefined, header(request, 'accept-language'))][reason ?? 'none']
    if (app.settings()['subscription.unavailable'] === 'refuse') return sendText(response, 403, text)
    send(response, app, detected, member, compileNotice(detected.format, text, site(), detected.coreVersion)({ uuid: member.uuid }))
  }

  return (request, response) => {
    const found = linkToken(request.url ?? '')
    if (!found || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    answer(request, response, found.token, found.search).catch((error: unknown) => {
      if (error instanceof AppError) return sendText(response, 429, 'Too many requests.')
      app.log.error({ err: error }, 'a subscription could not be answered')
      sendText(response, 503, 'Please try again in a moment.')
    })
    return true
  }
}

function linkToken(url: string): { token: string; search: URLSearchParams } | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const isShort = path.startsWith('/s/')
  if (!isShort && path !== '/api/v1/client/subscribe') return null
  const search = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  return { token: isShort ? path.slice(3) : (search.get('token') ?? ''), search }
}

/** Over quota is no reason: the nodes refuse until the next cycle, and the profile is still right then. */
function refusal(member: FeedMember, now: Date): Reason | null {
  if (member.banned) return 'banned'
  if (member.groupId === null) return 'none'
  return isActive(member, now) ? null : 'expired'
}

function send(response: ServerResponse, app: App, detected: Detected, member: FeedMember, body: string): void {
  const current = app.settings()
  const expire = member.expiresAt ? `; expire=${Math.floor(member.expiresAt.getTime() / 1000)}` : ''
  const title = current['site.title']
  const bytes = Buffer.from(body)
  response.writeHead(200, {
    'content-type': contentTypes[detected.format],
    'content-length': bytes.length,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(title)}`,
    'subscription-userinfo': `upload=${member.up}; download=${member.down}; total=${member.transferEnable}${expire}`,
    'profile-update-interval': current['subscription.update_hours'],
    'profile-title': `base64:${Buffer.from(title).toString('base64')}`,
    'profile-web-page-url': siteOrigin(current, app.config),
    'cache-control': 'no-store, private',
    'x-content-type-options': 'nosniff',
  })
  response.end(bytes)
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
