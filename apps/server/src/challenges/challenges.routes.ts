import { captchaVerify } from '@portico/contract/challenges'
import { adminTestChallenge } from '@portico/contract/challenges-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { giveChallenge } from './give-challenge.ts'
import { testSecret } from './provider.ts'

export function challengeRoutes(router: Router, app: App): void {
  serve(router, app, captchaVerify, ({ query, origin }) => giveChallenge(app, query.type, query.needed !== undefined, origin.network))
  serve(router, app, adminTestChallenge, async () => {
    return { result: await testSecret({ settings: app.settings(), config: app.config, urls: app.verifyUrls }) }
  })
}
