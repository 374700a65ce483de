import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { fits } from '@portico/contract/fits-pattern'
import type { Asker, Router } from '../http/router.ts'
import type { DrawPage, DrawnPage } from '../http/static/static.ts'
import { kept } from '../kept/kept.ts'
import { usualPath } from './usual-path.ts'

/** What the web app's build has for the server. Browsers cannot read it: names that begin with a dot are not served. */
const FOR_SERVER = '.server'
/** Milliseconds for which a drawn page is cached. */
const KEPT_MS = 10_000
/** Parameters of an address that change what the server draws. A page with one is drawn for each request. */
const DRAWN_WITH: Record<string, string[]> = {
  '/help': ['category', 'tag', 'search'],
  '/help/$articleId': ['lang'],
  '/soso': ['q'],
}
/** Headers of a visitor that the calls of their page have too, as limits count them. */
const PASSED_ON = ['user-agent', 'x-forwarded-for', 'forwarded']
/** Pages that begin with what suits the visitor's system, and the names of systems: Android names Linux too. */
const DRAWN_FOR_SYSTEM = new Set(['/help'])
const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'Linux']
/** Further pages of a list: links for search engines. */
const NOT_DRAWN_WITH = 'after'

type Asked = { path: string; search: string; language: Language; isSignedIn: boolean; system: string }
/** The function that the build exports (`apps/web/src/app/public/draw.tsx`). `given`: with what the browser takes the page over. */
type Draw = (asked: Asked & { fetch: typeof fetch }) => Promise<{ html: string; given: { page: string } } | null>
/** `scripts`: those that a page may ask for at once. `template`: the document around all pages, with their styles. */
type Build = { draw: Draw; scripts: Record<string, Record<Language, string[]>>; template: string }

/**
 * Draws public pages with the web app's own code. Each is drawn once in ten seconds for a language, articles and results each time, and
 * says nothing of who asks but whether there is a session, and the help which system it is. null: no such page, or its data cannot be
 * read; the web app alone then draws it.
 */
export function drawnPages(app: App, folder: string, router: Router): DrawPage {
  let opened: Promise<Build | null> | undefined
  const openOnce = () => (opened ??= open(folder))
  // Pages are drawn side by side, with one stand-in for a browser.
  const visitor = new AsyncLocalStorage<Asker>()
  const call: typeof fetch = async (url, init) => {
    const from = visitor.getStore()
    const headers = new Headers(init?.headers)
    for (const name of PASSED_ON) {
      const value = from?.req.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    return router.request(url, { ...init, headers }, from?.env)
  }
  const drawNow = async (asked: Asked): Promise<DrawnPage | null> => {
    const build = await openOnce()
    const drawn = await build?.draw({ ...asked, fetch: call })
    if (!build || !drawn) return null
    const scripts = build.scripts[drawn.given.page]?.[asked.language] ?? []
    const given = JSON.stringify(drawn.given).replaceAll('<', String.raw`\u003c`)
    return {
      template: build.template,
      head: scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join(''),
      body: drawn.html,
      after: `<script type="application/json" id="given">${given}</script>`,
    }
  }
  // Its keys are written below.
  const keep = () => kept(app.now, KEPT_MS, (key) => drawNow(JSON.parse(key) as Asked))
  let drawn = keep()
  let settings = app.settings()

  return async ({ path: named, query, from, ...who }) => {
    const path = usualPath(named)
    const { 'site.closed': isClosed, 'security.response_encryption': encryption } = app.settings()
    // Calls without a browser cannot be encrypted. A member goes on from the root to their dashboard.
    if (isClosed || encryption === 'required' || NOT_DRAWN_WITH in query || (named === '/' && who.isSignedIn)) return null
    try {
      const build = await openOnce()
      const name = build && Object.keys(build.scripts).find((pattern) => fits(pattern, path))
      if (!name) return null
      const given = (DRAWN_WITH[name] ?? []).flatMap((key): [string, string][] => (query[key] === undefined ? [] : [[key, query[key]]]))
      const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
      const userAgent = from.req.header('user-agent') ?? ''
      const system = (DRAWN_FOR_SYSTEM.has(path) && SYSTEMS.find((one) => userAgent.includes(one))) || ''
      const asked: Asked = { path, search, system, ...who }
      if (search !== '' || name.includes('$')) return toAskAgain(await visitor.run(from, () => drawNow(asked)), who.isSignedIn)
      // What an operator has set shows at once.
      if (settings !== app.settings()) drawn = keep()
      settings = app.settings()
      const now = app.now().getTime()
      const { value, at } = await drawn(JSON.stringify(asked))
      return toAskAgain(value, at < now || who.isSignedIn)
    } catch (error) {
      app.log.error({ err: error, path }, 'a page could not be drawn')
      return null
    }
  }
}

/** `isOld`: the browser asks for what has changed since, and a member's for what is theirs. */
function toAskAgain(page: DrawnPage | null, isOld: boolean): DrawnPage | null {
  return page && isOld ? { ...page, after: page.after.replace('<script', '<script data-kept') } : page
}

/** null: the web app has not been built. */
async function open(folder: string): Promise<Build | null> {
  const at = (name: string): string => join(folder, FOR_SERVER, name)
  if (!existsSync(at('pages.json'))) return null
  const [{ draw }, scripts, template] = await Promise.all([
    // Written by the build from `draw.tsx`.
    import(pathToFileURL(at('draw.js')).href) as Promise<{ draw: Draw }>,
    readFile(at('pages.json'), 'utf8'),
    readFile(at('page.html'), 'utf8'),
  ])
  return { draw, scripts: JSON.parse(scripts) as Build['scripts'], template }
}
