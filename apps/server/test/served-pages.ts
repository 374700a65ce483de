import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Hono } from 'hono'
import { DomUtils, parseDocument } from 'htmlparser2'
import type { App } from '../src/app.ts'
import { createRouter } from '../src/build-app.ts'
import type { Env } from '../src/http/router.ts'
import { type DrawPage, staticRoutes, type WritePage } from '../src/http/static/static.ts'
import { ensureWebBuild, ourWeb } from '../src/processes/web-build.ts'
import { drawnPages } from '../src/public-pages/drawn-pages.ts'

/** The pages as the server sends them, with the web app's real page and no scripts. `draw`: draws public pages. */
export function servePages(app: App, write: WritePage, draw?: DrawPage) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pages-'))
  writeFileSync(join(folder, 'index.html'), readFileSync(new URL('../../web/index.html', import.meta.url)))
  const pages = new Hono<Env>()
  staticRoutes(pages, app, folder, { write, draw })

  async function open(path: string, headers: Record<string, string> = {}, address = '127.0.0.1') {
    const response = await pages.request(path, { headers }, { incoming: { socket: { remoteAddress: address } } })
    const html = await response.text()
    const document = parseDocument(html)
    const all = (name: string) => DomUtils.getElementsByTagName(name, document)
    const meta = (name: string) =>
      all('meta').find(({ attribs }) => [attribs['name'], attribs['property']].includes(name))?.attribs['content']
    const links = all('link').map(({ attribs }) =>
      [attribs['rel'], attribs['hreflang'] ?? attribs['type'], attribs['href']].filter(Boolean).join(' '),
    )
    const [root] = DomUtils.getElementsByTagName('div', document).filter(({ attribs }) => attribs['id'] === 'root')
    const data = all('script').find(({ attribs }) => attribs['type'] === 'application/ld+json')
    for (const style of DomUtils.getElementsByTagName('style', root!.children)) DomUtils.removeElement(style)
    return {
      status: response.status,
      headers: response.headers,
      html,
      lang: all('html')[0]?.attribs['lang'],
      title: DomUtils.textContent(all('title')),
      meta,
      links,
      text: DomUtils.textContent(root!.children),
      hrefs: DomUtils.getElementsByTagName('a', root!.children).map(({ attribs }) => attribs['href']),
      data: data && JSON.parse(DomUtils.textContent(data)),
    }
  }
  return { open, stop: () => rmSync(folder, { recursive: true }) }
}

const root = new URL('../../../', import.meta.url)

/** Draws public pages with the code of the web app as it is, which is built once for all tests. */
export async function drawPages(app: App): Promise<DrawPage> {
  const dist = fileURLToPath(new URL('node_modules/.cache/public-pages', root))
  const builder = fileURLToPath(new URL('apps/web/public-build.ts', root))
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = async (outDir: string): Promise<void> => void (await promisify(execFile)(process.execPath, [builder, outDir], { env }))
  await ensureWebBuild({ ...ourWeb, dist, build })
  return drawnPages(app, dist, createRouter(app))
}
