import type { Context, Next } from 'hono'
import type { App } from '../app.ts'
import type { Env, Router } from '../http/router.ts'
import { iconNames, siteFavicon, siteIcon } from './site-icon.ts'

/** The icons of a site with a logo or colour of its own. Of any other site, the files of the web app follow. */
export function siteIconRoutes(router: Router, app: App): void {
  const send = async (c: Context<Env>, next: Next, type: string, icon: Promise<Buffer | null>) => {
    const bytes = await icon
    if (bytes === null) return next()
    return c.body(new Uint8Array(bytes), 200, { 'content-type': type, 'cache-control': 'public, max-age=600' })
  }
  for (const name of iconNames) router.get(`/icons/${name}`, (c, next) => send(c, next, 'image/png', siteIcon(app, name)))
  router.get('/favicon.svg', (c, next) => send(c, next, 'image/svg+xml', siteFavicon(app)))
}
