import { createHash } from 'node:crypto'
import type { BotTest } from '@portico/contract/telegram-admin'
import { sql } from 'drizzle-orm'
import type { App } from '../app.ts'
import { settingIn } from '../in-language.ts'
import { siteOrigin } from '../settings/settings.ts'
import { botApi, BotProblem, type BotSettings, isOn, problemOf } from './bot-api.ts'
import { newWebhookSecret, noteBot, readBot } from './bot-state.ts'
import { commandMenus } from './texts/command-menus.ts'
import { startOf } from './texts/excerpt.ts'
import { ALLOWED_UPDATES } from './receive-updates.ts'

export const WEBHOOK_PATH = '/api/v1/guest/telegram/webhook'
/** Milliseconds until Telegram is asked again after a failure. */
const AGAIN_MS = 60_000

/**
 * Tells Telegram the settings if it does not know them yet: webhook or none, and the menu of commands. One process does it at a time; the
 * others leave it to that one. May be called at any time.
 */
export async function applySettings(app: App): Promise<void> {
  const { database } = app
  const settings = app.settings()
  const wanted = digestOf(settings, app)
  const known = await readBot(database.db)
  if (known === null ? !isOn(settings) : known.applied === wanted) return
  const failedAt = known?.fault && known.checkedAt ? known.checkedAt.getTime() : 0
  if (known?.applied === `failed ${wanted}` && app.now().getTime() - failedAt < AGAIN_MS) return
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(hashtext('portico.telegram')) as mine`)
    if (rows[0]?.mine) await apply(app, settings, wanted)
  })
}

/** Applies the settings now and returns the result. May be repeated. */
export async function testBot(app: App): Promise<BotTest> {
  const { database } = app
  const settings = app.settings()
  if (settings['bot.token'] === '') return { fault: 'no_token', detail: null, username: null, name: null }
  await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.telegram'))`)
    await apply(app, settings, digestOf(settings, app))
  })
  const state = await readBot(database.db)
  const who = { username: state?.username ?? null, name: state?.name ?? null }
  if (state?.fault) return { fault: state.fault, detail: state.detail, ...who }
  if (!settings['bot.on']) return { fault: 'off', detail: null, ...who }
  if (settings['bot.mode'] === 'polling') return { fault: null, detail: null, ...who }
  const info = await botApi(settings)
    .getWebhookInfo()
    .catch((error: unknown) => problemOf(error))
  if (info instanceof BotProblem) return { fault: info.fault, detail: info.message, ...who }
  return { fault: null, detail: info.last_error_message ?? null, ...who }
}

async function apply(app: App, settings: BotSettings, wanted: string): Promise<void> {
  const at = { checkedAt: app.now() }
  try {
    const done = await tell(app, settings)
    await noteBot(app.database.db, { ...at, ...done, applied: wanted, fault: null, detail: null })
  } catch (error) {
    const { fault, message } = problemOf(error)
    app.log.warn({ fault, detail: message }, 'the Telegram bot could not be set up')
    await noteBot(app.database.db, { ...at, applied: `failed ${wanted}`, fault, detail: message === fault ? null : message.slice(0, 300) })
  }
}

type Told = { botId: number | null; username: string | null; name: string | null; webhookSecret: string | null }

async function tell(app: App, settings: BotSettings): Promise<Told> {
  const none = { botId: null, username: null, name: null, webhookSecret: null }
  if (settings['bot.token'] === '') return none
  const api = botApi(settings)
  const me = await api.getMe()
  if (typeof me.username !== 'string') throw new BotProblem('unusable')
  const known = { botId: me.id, username: me.username, name: me.first_name, webhookSecret: null }
  if (!settings['bot.on'] || settings['bot.mode'] === 'polling') {
    await api.deleteWebhook()
    if (settings['bot.on']) await introduce(api, settings)
    return known
  }
  const url = siteOrigin(app.settings(), app.config) + WEBHOOK_PATH
  // Telegram calls no other addresses; a Bot API server of one's own may.
  if (!url.startsWith('https:') && settings['bot.api_url'].startsWith('https:')) throw new BotProblem('needs_https')
  const { secret, sealed } = newWebhookSecret(app.database.secrets)
  // Stored first: a call with it may arrive before the answer.
  await noteBot(app.database.db, { webhookSecret: sealed })
  await api.setWebhook(url, { secret_token: secret, allowed_updates: [...ALLOWED_UPDATES], max_connections: 20 })
  await introduce(api, settings)
  return { ...known, webhookSecret: sealed }
}

/** The menu of commands, and what the operator says of the site. Without such words those that the bot has stay. */
async function introduce(api: ReturnType<typeof botApi>, settings: BotSettings): Promise<void> {
  await setMenus(api)
  const [en, zh] = [settingIn(settings, 'brand.intro', 'en'), settingIn(settings, 'brand.intro', 'zh-CN')]
  if (en === '' && zh === '') return
  await api.setMyDescription(en)
  await api.setMyDescription(zh, { language_code: 'zh' })
  // Beside the bot's picture, where Telegram shows 120 characters at most.
  await api.setMyShortDescription(startOf(en, 120))
  await api.setMyShortDescription(startOf(zh, 120), { language_code: 'zh' })
}

async function setMenus(api: ReturnType<typeof botApi>): Promise<void> {
  const scope = { type: 'all_private_chats' } as const
  await api.setMyCommands(commandMenus.en, { scope })
  await api.setMyCommands(commandMenus['zh-CN'], { scope, language_code: 'zh' })
}

/** Digest of all that Telegram must be told; not stored plain, because the token is in it. */
function digestOf(settings: BotSettings, app: App): string {
  const address = settings['bot.mode'] === 'webhook' ? siteOrigin(app.settings(), app.config) : ''
  const intro = [settingIn(settings, 'brand.intro', 'en'), settingIn(settings, 'brand.intro', 'zh-CN')]
  const told = [settings['bot.on'], settings['bot.token'], settings['bot.api_url'], settings['bot.mode'], address, commandMenus, intro]
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}
