import { setTimeout as pause } from 'node:timers/promises'
import { eq, max } from 'drizzle-orm'
import type { App } from '../app.ts'
import type { Api } from 'grammy/web'
import { botApi, botIdOf, isOn, POLL_S, problemOf } from './bot-api.ts'
import { noteBot, readBot } from './bot-state.ts'
import { ALLOWED_UPDATES, asUpdate, receiveUpdates } from './receive-updates.ts'
import { telegramUpdates } from './telegram.table.ts'

/** The package's own type for runtimes without signals; it behaves the same. */
type Signal = Parameters<Api['getUpdates']>[1]

const LOOK_MS = 2000
const FAILED_MS = 5000

/**
 * Polls Telegram while the settings say so, in one process at a time; another takes over if it dies. Updates are stored before they are
 * acknowledged.
 */
export function startPolling(app: App): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const running = run(app, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function run(app: App, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const settings = app.settings()
    let wait = LOOK_MS
    if (isOn(settings) && settings['bot.mode'] === 'polling') {
      try {
        if (await holdAndPoll(app, stopping)) wait = 0
      } catch (error) {
        const { fault, message } = problemOf(error)
        if (message.startsWith('Conflict')) await noteBot(app.database.db, { sharedAt: app.now() }).catch(() => {})
        if (!stopping.aborted) app.log.warn({ fault, detail: message }, 'Telegram could not be asked for updates')
        wait = FAILED_MS
      }
    }
    await pause(wait, undefined, { signal: stopping, ref: false }).catch(() => {})
  }
}

/** Polls for as long as this process holds the place and the settings stay. Returns false at once if another process holds it. */
async function holdAndPoll(app: App, stopping: AbortSignal): Promise<boolean> {
  const lost = new AbortController()
  const release = await app.places.take('telegram updates', 1, () => lost.abort())
  if (!release) return false
  const asked = app.settings()
  const same = (): boolean =>
    (['bot.on', 'bot.token', 'bot.mode', 'bot.api_url'] as const).every((key) => app.settings()[key] === asked[key])
  const ended = AbortSignal.any([stopping, lost.signal])
  const botId = botIdOf(asked)
  const api = botApi(asked, POLL_S + 10)
  try {
    // A webhook that is still set makes Telegram refuse; applying the settings removes it.
    if ((await readBot(app.database.db))?.botId !== botId) return false
    const [last] = await app.database.db
      .select({ id: max(telegramUpdates.updateId) })
      .from(telegramUpdates)
      .where(eq(telegramUpdates.botId, botId))
    let next = last?.id == null ? 0 : last.id + 1
    while (!ended.aborted && same()) {
      const asking = { ...(next > 0 && { offset: next }), timeout: POLL_S, allowed_updates: [...ALLOWED_UPDATES] }
      const updates = await api.getUpdates(asking, ended as unknown as Signal)
      await receiveUpdates(
        app.database,
        botId,
        updates.flatMap((update) => asUpdate(update) ?? []),
        app.now(),
      )
      // Also past those of kinds that nobody asked for.
      next = Math.max(next, ...updates.map(({ update_id: id }) => id + 1))
    }
    return true
  } finally {
    release()
  }
}
