import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { App } from '../../app.ts'
import { settingIn } from '../../in-language.ts'
import { escapeMarkup } from '../../escape-markup.ts'
import type { Language } from '@portico/contract/translations'
import { languageIn, languageOf } from '../language.ts'
import type { Env, Router } from '../router.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}
const templates = new Set(['/index.html', '/signed-in.html'])
/** Pages that need a session. */
const ofMembers = /^\/(dashboard|user|article|order|admin)(\/|$)/
const CLOSED = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
/** The offline page has a script that asks whether the server is back. */
const LOOKS = "script-src 'self'; connect-src 'self'; img-src 'self'"
type File = { raw: Buffer; br?: Buffer; gzip?: Buffer }

/** Content the server writes into a page, so that it can be read without scripts. */
export type PageText = {
  status: 200 | 404
  language: Language
  /** Plain text. */
  title: string
  description: string
  /** HTML at the end of the head. */
  head: string
  /** HTML inside `#root`, until the web app draws the page. */
  body: string
  /** `named`: the page's address in the text's language; `bare`: the one in the visitor's language. null: not a page of its own. */
  addresses: { named: string; bare: string } | null
}

/** Writes the page of an address; null: the web app alone draws it. */
export type WritePage = (path: string, query: Record<string, string>, language: Language) => Promise<PageText | null>

/** The items of the public header, which are in every page so that it does not jump. */
export type ReadHeader = (language: Language) => Promise<{ to: string; label: string }[]>

/** Descriptions of pages without a text of their own. */
export const descriptions: Record<Language, string> = {
  en: 'Fast, stable network acceleration with plans for every need.',
  'zh-CN': '快速稳定的网络加速服务，多种套餐任选。',
}

/** Serves the built web app: its files, and the index page at every other address, with its text where `write` knows one. */
export function staticRoutes(
  router: Router,
  app: App,
  folder: string,
  write: WritePage = async () => null,
  readHeader: ReadHeader = async () => [],
): void {
  const cache = new Map<string, Promise<File | null>>()
  const load = (path: string): Promise<File | null> => {
    let file = cache.get(path)
    if (!file) {
      cache.set(path, (file = readFromDisk(folder, path)))
      const forget = (): boolean => cache.delete(path)
      // Only files that exist are kept: anyone may ask for any name.
      file.then((found) => found ?? forget(), forget)
    }
    return file
  }

  router.get('*', async (c) => {
    const path = normalize(c.req.path).replaceAll('\\', '/')
    if (path.startsWith('/api/')) return notFound(c)
    const extension = extname(path)
    if (types[extension] && !templates.has(path) && !path.includes('..') && !path.includes('/.')) {
      const file = await load(path)
      return file ? sendFile(c, file, path) : notFound(c)
    }
    // The guard of these pages needs a session; without one the browser goes to the login page.
    const isSignedIn = ofMembers.test(path) && Boolean(getCookie(c, 'AdminToken'))
    const page = (isSignedIn ? await load('/signed-in.html') : null) ?? (await load('/index.html'))
    if (!page) return c.text('The web app has not been built.', 503)
    const query = c.req.query()
    const named = languageIn(query['lang'])
    const language = named ?? languageOf(c.req.header('cookie'), c.req.header('accept-language'))
    const [text, header] = await Promise.all([write(path, query, language), readHeader(language)])
    const items = new URLSearchParams(header.map(({ to, label }): [string, string] => [to, label])).toString()
    const canonical = text?.addresses?.[named ? 'named' : 'bare']
    return sendPage(c, app, page.raw.toString('utf8'), { ...(text ?? plainPage(app, language)), items, canonical })
  })
}

async function readFromDisk(folder: string, path: string): Promise<File | null> {
  const file = join(folder, path)
  if (!existsSync(file)) return null
  const raw = await readFile(file)
  if (raw.length < 1024 || /\.(png|ico|webp|woff2)$/.test(path)) return { raw }
  const br = await promisify(brotliCompress)(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return { raw, br, gzip: await promisify(gzip)(raw, { level: 9 }) }
}

function sendFile(c: Context<Env>, file: File, path: string): Response {
  const accepts = c.req.header('accept-encoding') ?? ''
  const encoding = file.br && /\bbr\b/.test(accepts) ? 'br' : file.gzip && /\bgzip\b/.test(accepts) ? 'gzip' : null
  const headers: Record<string, string> = {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    // Names in /assets contain a hash of the content.
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  }
  if (encoding) headers['content-encoding'] = encoding
  if (path.endsWith('.html')) headers['content-security-policy'] = path === '/offline.html' ? `${CLOSED}; ${LOOKS}` : CLOSED
  const body = (encoding && file[encoding]) || file.raw
  return c.body(new Uint8Array(body), 200, headers)
}

function plainPage(app: App, language: Language): PageText {
  return {
    status: 200,
    language,
    title: settingIn(app.settings(), 'site.title', language),
    description: descriptions[language],
    // Nothing to read: a form, or an unknown address. Of a closed site this says nothing: it opens again.
    head: app.settings()['site.closed'] ? '' : '<meta name="robots" content="noindex">',
    body: '',
    addresses: null,
  }
}

/** `items`: the header's items as a query string. */
function sendPage(
  c: Context<Env>,
  app: App,
  template: string,
  page: PageText & { items: string; canonical: string | undefined },
): Response {
  const { status, language, title, description, body, items, canonical } = page
  const head = canonical === undefined ? page.head : `<link rel="canonical" href="${escapeMarkup(canonical)}">${page.head}`
  const nonce = randomBytes(16).toString('base64')
  const values: Record<string, string> = {
    __NONCE__: nonce,
    __TITLE__: escapeMarkup(title),
    __DESCRIPTION__: escapeMarkup(description),
    __LANG__: language,
    __HEADER__: escapeMarkup(items),
  }
  // At once: a mark inside a value is a text.
  const filled = template.replace(/__(?:NONCE|TITLE|DESCRIPTION|LANG|HEADER)__/g, (mark) => values[mark] ?? '')
  return c.html(withText(filled, head, body), status, {
    'content-security-policy': contentPolicy(nonce, app.challengeSources()),
    'cache-control': 'no-store',
    vary: 'accept-language, cookie',
  })
}

/** Puts a text into the page. */
function withText(page: string, head: string, body: string): string {
  const headed = page.replace('</head>', () => `${head}</head>`)
  if (body === '') return headed
  return headed.replace(/<noscript>.*?<\/noscript>/s, '').replace('<div id="root">', () => `<div id="root">${body}`)
}

/** Content policy of pages. `others`: origins of a challenge provider's script and frame. */
function contentPolicy(nonce: string, others: readonly string[]): string {
  return [
    "default-src 'self'",
    ['script-src', "'self'", `'nonce-${nonce}'`, ...others].join(' '),
    ...(others.length > 0 ? [['frame-src', ...others].join(' ')] : []),
    // Component libraries set style attributes, but never need inline scripts.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function notFound(c: Context<Env>): Response {
  return c.json({ code: 'not_found', message: 'Not found' }, 404)
}
