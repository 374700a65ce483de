import { createReadStream } from 'node:fs'
import { may } from '@portico/contract/access'
import { formatBytes } from '@portico/contract/format-bytes'
import { InputFile } from 'grammy/web'
import type { MadeBackup } from '../../additions.ts'
import type { App } from '../../app.ts'
import { escapeMarkup } from '../../escape-markup.ts'
import { botApi, isOn, problemOf } from '../bot-api.ts'
import { send, textMessage } from '../outbox.ts'
import { wordsIn } from '../texts/words.ts'
import { readersOf } from './alert-staff.ts'

/** What the Bot API takes: https://core.telegram.org/bots/api#senddocument */
const MOST_BYTES = 50_000_000
const PATIENCE_S = 300

/** Sends a backup to staff who may see backups; where it is, if it is too large or Telegram does not take it. */
export async function sendBackup(app: App, { path, name, bytes, where }: MadeBackup): Promise<void> {
  const settings = app.settings()
  if (!isOn(settings) || !settings['bot.backups']) return
  const { database } = app
  const readers = await readersOf(database.db, settings['security.staff_second_factor'])
  for (const { accountId, chatId, language } of readers.filter(({ permissions }) => may(permissions, 'settings.security'))) {
    const words = wordsIn(language)
    // Opened at once, and not closed by a call that fails before it reads.
    const stream = bytes <= MOST_BYTES ? createReadStream(path).on('error', () => {}) : null
    try {
      if (stream) {
        await botApi(settings, PATIENCE_S).sendDocument(chatId, new InputFile(stream, name), { caption: words('backup') })
        continue
      }
    } catch (error) {
      app.log.warn({ fault: problemOf(error).fault }, 'Telegram did not take a backup')
    } finally {
      stream?.destroy()
    }
    const places = where.map((place) => `<code>${escapeMarkup(place)}</code>`).join('\n')
    const { method, data } = textMessage(`${words('backupAt', { size: formatBytes(bytes) })}\n${places}`)
    const message = { chatId, accountId, method, data: { ...data, chat_id: chatId }, cause: `backup:${name}` }
    await database.transaction((tx) => send(tx, [message], app.now()))
  }
}
