import * as contract from '@portico/contract/telegram'
import { adminTestBot } from '@portico/contract/telegram-admin'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { parseObject, readBody } from '../http/body.ts'
import { type Router, serve } from '../http/router.ts'
import { toWire } from '../to-wire.ts'
import { testBot, WEBHOOK_PATH } from './apply-settings.ts'
import { newBindingCode, unbind } from './bindings.ts'
import { botIdOf, isOn } from './bot-api.ts'
import { isFromTelegram } from './bot-state.ts'
import { readInfo } from './read-info.ts'
import { asUpdate, receiveUpdates } from './receive-updates.ts'

const [MAX_BODY, MAX_KEYS] = [256 * 1024, 5000]

export function telegramRoutes(router: Router, app: App): void {
  const { database } = app

  serve(router, app, contract.getBotInfo, async ({ caller }) => {
    const { username, binding } = await readInfo(database.db, caller.accountId)
    const shown = binding && { name: binding.name, bound_at: binding.boundAt.toISOString(), is_blocked: binding.blockedAt !== null }
    return { is_on: isOn(app.settings()), username, binding: shown }
  })
  serve(router, app, contract.createBotCode, async ({ caller }) => {
    const { username, binding } = await readInfo(database.db, caller.accountId)
    if (!isOn(app.settings()) || username === null) throw new AppError('telegram.off')
    if (binding) throw new AppError('telegram.bound')
    const { code, expiresAt } = await database.transaction((tx) => newBindingCode(tx, caller.accountId, app.now()))
    return toWire(contract.createBotCode.response, { code, link: `https://t.me/${username}?start=${code}`, expiresAt })
  })
  serve(router, app, contract.unbindBot, async ({ caller }) => {
    await unbind(database, caller, app.now())
  })
  serve(router, app, adminTestBot, () => testBot(app))

  // Telegram's own calls: no session and no request signature, open while the site is closed.
  router.post(WEBHOOK_PATH, async (c) => {
    c.header('cache-control', 'no-store')
    const settings = app.settings()
    const secret = c.req.header('x-telegram-bot-api-secret-token') ?? ''
    if (!isOn(settings) || settings['bot.mode'] !== 'webhook' || !(await isFromTelegram(database, secret))) return c.text('no', 404)
    try {
      const update = asUpdate(parseObject(await readBody(c, MAX_BODY), MAX_KEYS))
      // Telegram should not repeat what is no update.
      if (update) await receiveUpdates(database, botIdOf(settings), [update], app.now())
      return c.text('ok')
    } catch (error) {
      if (error instanceof AppError) return c.text('no', error.code === 'request.too_large' ? 413 : 400)
      throw error
    }
  })
}
