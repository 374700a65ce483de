import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { App } from '../../app.ts'
import { brandIn, settingIn } from '../../in-language.ts'
import { escapeMarkup } from '../../escape-markup.ts'
import { coloursOf, GROUND, isDefaultColour } from '@portico/contract/shades'
import type { Language } from '@portico/contract/translations'
import { languageIn, languageOf } from '../language.ts'
import { messages } from '../messages/error-messages.ts'
import type { Env, Router } from '../router.ts'
import { linksFor, type PageFiles } from './page-files.ts'
import { asksForPage, type IsPage, ofMembers, pagesIn } from './site-pages.ts'

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
const templates = new Set(['/index.html', '/signed-in.html', '/page-files.json'])
const PAGES = '/.vite/pages.json'
const CLOSED = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
/** The offline page has a script that asks whether the server is back. */
const LOOKS = "script-src 'self'; connect-src 'self'"
const brotli = promisify(brotliCompress)
/** Bytes below which a page is sent as it is. */
const SMALL = 2048
type File = { raw: Buffer; br?: Buffer; gzip?: Buffer }
/** Qualities of brotli: the first who asks for a file does not wait for the second, which makes it a tenth smaller. */
const [QUICK, SMALLEST] = [5, 11]

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

/** A page as a browser would draw it. `head`, `body`, `after`: HTML at the end of the head, inside `#root` and behind it. */
export type DrawnPage = { template: string; head: string; body: string; after: string }
export type DrawPage = (asked: {
  path: string
  query: Record<string, string>
  language: Language
  isSignedIn: boolean
  /** The visitor's request: what is asked for them counts as theirs. */
  from: Context<Env>
}) => Promise<DrawnPage | null>

/** Descriptions of pages without a text of their own. */
export const descriptions: Record<Language, string> = {
  en: 'Fast, stable network acceleration with plans for every need.',
  'zh-CN': '快速稳定的网络加速服务，多种套餐任选。',
}

type Pages = { write?: WritePage | undefined; readHeader?: ReadHeader | undefined; draw?: DrawPage | undefined }

/**
 * Serves the built web app: its files, and the index page at every other address, with its text where `write` knows one, and as a browser
 * would show it where `draw` can. Where no page is, the status is 404, and only who asks for a page gets one.
 */
export function staticRoutes(
  router: Router,
  app: App,
  folder: string,
  { write = async () => null, readHeader = async () => [], draw = async () => null }: Pages = {},
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
  let pageFiles: Promise<PageFiles> | undefined
  // A file of our own build, written in the form that is read here.
  const readPageFiles = (): Promise<PageFiles> =>
    (pageFiles ??= load('/page-files.json')
      .then((file) => JSON.parse(file?.raw.toString('utf8') ?? '{}') as PageFiles)
      .catch((error: unknown) => {
        pageFiles = undefined
        throw error
      }))

  const lists = new WeakMap<File, IsPage>()
  async function isPage(path: string): Promise<boolean> {
    const file = await load(PAGES)
    if (!file) return true
    const known = lists.get(file) ?? pagesIn(file.raw.toString('utf8'))
    lists.set(file, known)
    return known(path)
  }

  router.get('*', async (c) => {
    const path = normalize(c.req.path).replaceAll('\\', '/')
    if (path.startsWith('/api/')) return notFound(c)
    const extension = extname(path)
    if (types[extension] && !templates.has(path) && !path.includes('..') && !path.includes('/.')) {
      const file = await load(path)
      if (file) return sendFile(c, file, path)
    }
    // The guard of these pages needs a session; without one the browser goes to the login page.
    const isOurs = ofMembers.test(path)
    const isSignedIn = Boolean(getCookie(c, 'AdminToken'))
    const isKnown = (isOurs && !isSignedIn) || (!types[extension] && (await isPage(path)))
    if (!isKnown && !asksForPage(c.req.header('accept'))) return nothingHere(c)
    const frame = isSignedIn && isOurs ? await load('/signed-in.html') : null
    const page = frame ?? (await load('/index.html'))
    if (!page) return c.text('The web app has not been built.', 503)
    const query = c.req.query()
    const named = languageIn(query['lang'])
    const language = named ?? languageOf(c.req.header('cookie'), c.req.header('accept-language'))
    const [text, header, drawn] = await Promise.all([
      write(path, query, language),
      readHeader(language),
      draw({ path, query, language, isSignedIn, from: c }),
    ])
    const items = new URLSearchParams(header.map(({ to, label }): [string, string] => [to, label])).toString()
    const files = frame && (await readPageFiles())
    const links = files ? linksFor(files, path, language) : ''
    const canonical = text?.addresses?.[named ? 'named' : 'bare']
    const own = { ...(text ?? plainPage(app, language, isKnown ? 200 : 404)), items, canonical, links }
    const template = drawn?.template ?? page.raw.toString('utf8')
    return sendPage(c, app, template, drawn ? { ...own, head: drawn.head + own.head, body: drawn.body, after: drawn.after } : own)
  })
}

async function readFromDisk(folder: string, path: string): Promise<File | null> {
  const source = join(folder, path)
  if (!existsSync(source)) return null
  const raw = await readFile(source)
  if (raw.length < 1024 || /\.(png|ico|webp|woff2)$/.test(path)) return { raw }
  const file: File = { raw, br: await pack(raw, QUICK), gzip: await promisify(gzip)(raw, { level: 9 }) }
  packing = packing.then(async () => void (file.br = await pack(raw, SMALLEST)))
  return file
}

/** One file at a time, so that other work has the other processors. */
let packing = Promise.resolve()

function pack(raw: Buffer, quality: number): Promise<Buffer> {
  return brotli(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length } })
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

function plainPage(app: App, language: Language, status: 200 | 404): PageText {
  return {
    status,
    language,
    title: settingIn(app.settings(), 'site.title', language),
    description: descriptions[language],
    // Nothing to read: a form, or an unknown address. Of a closed site this says nothing: it opens again.
    head: app.settings()['site.closed'] ? '' : '<meta name="robots" content="noindex">',
    body: '',
    addresses: null,
  }
}

type Sent = PageText & Partial<Pick<DrawnPage, 'after'>> & { items: string; canonical: string | undefined; links: string }

/** Sends a page with its texts filled in. `items`: the header's items as a query string; `links`: to the files it loads first. */
async function sendPage(c: Context<Env>, app: App, template: string, page: Sent): Promise<Response> {
  const { status, language, title, description, body, after = '', items, canonical, links } = page
  const settings = app.settings()
  const isOwn = !isDefaultColour(settings['brand.colour'])
  const colours = coloursOf(settings['brand.colour'])
  const canonicalLink = canonical === undefined ? '' : `<link rel="canonical" href="${escapeMarkup(canonical)}">`
  const head = `${canonicalLink}${page.head}${isOwn ? colourStyle(colours) : ''}`
  const nonce = randomBytes(16).toString('base64')
  const values: Record<string, string> = {
    __NONCE__: nonce,
    __TITLE__: escapeMarkup(title),
    __DESCRIPTION__: escapeMarkup(description),
    __LANG__: language,
    __HEADER__: escapeMarkup(items),
    __BRAND__: escapeMarkup(new URLSearchParams(brandIn(settings, language)).toString()),
    __THEME__: isOwn ? colours.strong : GROUND,
    __PAGE_FILES__: links,
  }
  // At once: a mark inside a value is a text.
  const filled = template.replace(/__(?:NONCE|TITLE|DESCRIPTION|LANG|HEADER|BRAND|THEME|PAGE_FILES)__/g, (mark) => values[mark] ?? '')
  const html = withText(filled, { head, body, after })
  const headers = {
    'content-type': types['.html'] ?? '',
    'content-security-policy': contentPolicy(nonce, app.challengeSources()),
    'cache-control': 'no-store',
    vary: 'accept, accept-language, cookie, accept-encoding',
  }
  const accepts = html.length < SMALL ? '' : (c.req.header('accept-encoding') ?? '')
  if (/\bbr\b/.test(accepts))
    return c.body(new Uint8Array(await pack(Buffer.from(html), QUICK)), status, { ...headers, 'content-encoding': 'br' })
  if (/\bgzip\b/.test(accepts))
    return c.body(new Uint8Array(await promisify(gzip)(html)), status, { ...headers, 'content-encoding': 'gzip' })
  return c.body(html, status, headers)
}

/** The site's colour until the web app sets the visitor's. More specific than the style sheet's own. */
function colourStyle({ plain, strong, pressed, light }: ReturnType<typeof coloursOf>): string {
  return `<style>html:root{--accent:${plain};--accent-strong:${strong};--accent-pressed:${pressed};--accent-light:${light}}</style>`
}

/** Puts a text into the page. */
function withText(page: string, { head, body, after }: { head: string; body: string; after: string }): string {
  const headed = page.replace('</head>', () => `${head}</head>`)
  if (body === '') return headed
  return headed.replace(/<noscript>.*?<\/noscript>/s, '').replace('<div id="root"></div>', () => `<div id="root">${body}</div>${after}`)
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

function nothingHere(c: Context<Env>): Response {
  const language = languageOf(c.req.header('cookie'), c.req.header('accept-language'))
  return c.text(`${messages[language].not_found}\n`, 404, { 'cache-control': 'no-store', vary: 'accept, accept-language, cookie' })
}

function notFound(c: Context<Env>): Response {
  return c.json({ code: 'not_found', message: 'Not found' }, 404)
}
