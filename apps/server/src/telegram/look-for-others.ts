import type { SeenStep } from '../additions.ts'
import type { App } from '../app.ts'
import { siteOrigin } from '../settings/settings.ts'
import { WEBHOOK_PATH } from './apply-settings.ts'
import { botApi, isOn } from './bot-api.ts'
import { readBot } from './bot-state.ts'

/** Telegram tells of another asker within seconds; a minute without it means that there is none. */
const SHARED_MS = 120_000

/** Whether another panel uses the bot too: two of them take each other's messages. */
export async function lookForOthers(app: App): Promise<SeenStep> {
  const none = { n: null, of: null, at: null, isDone: false }
  const settings = app.settings()
  if (!isOn(settings)) return { ...none, finding: 'bot_off' }
  const bot = await readBot(app.database.db)
  const webhook = await botApi(settings)
    .getWebhookInfo()
    .catch(() => null)
  if (webhook === null || !bot || bot.fault !== null) return { ...none, finding: 'bot_fault' }
  const expected = settings['bot.mode'] === 'webhook' ? siteOrigin(app.settings(), app.config) + WEBHOOK_PATH : ''
  const isShared = (webhook.url ?? '') !== expected || (bot.sharedAt !== null && app.now().getTime() - bot.sharedAt.getTime() < SHARED_MS)
  return isShared
    ? { ...none, finding: 'bot_shared', at: bot.sharedAt?.toISOString() ?? null }
    : { ...none, finding: 'bot_alone', isDone: true }
}
