import { adminUpdates } from '@portico/contract/updates-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { releaseFeed } from './release-feed.ts'
import { version } from './version.ts'

export function updatesRoutes(router: Router, app: App): void {
  serve(router, app, adminUpdates, async () => ({ version, ...(await releaseFeed(app)()) }))
}
