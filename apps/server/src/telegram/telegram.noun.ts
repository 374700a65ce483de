import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { backupsMade, channels, movingLooks, personalData, storedSecrets, waitsForStaff } from '../additions.ts'
import type { Noun } from '../noun.ts'
import { alertStaff } from './alerts/alert-staff.ts'
import { sendBackup } from './alerts/send-backup.ts'
import { applySettings } from './apply-settings.ts'
import { exportTelegram, forgetTelegram, unbindSince } from './bindings.ts'
import { resealBot } from './bot-state.ts'
import { handleUpdate } from './commands/handle-update.ts'
import { dropOld } from './drop-old.ts'
import { clearGroup } from './guard-group.ts'
import { handleDue } from './handle-due.ts'
import { deleteLink, DELETE_LINK_JOB, SentLink } from './link-message.ts'
import { SEND_JOB } from './outbox.ts'
import { startPolling } from './poll-updates.ts'
import { HANDLE_JOB } from './receive-updates.ts'
import { lookForOthers } from './look-for-others.ts'
import { refusing } from './refusing-chats.ts'
import { sendDue } from './send-due.ts'
import { telegramChannel } from './telegram-channel.ts'
import { telegramRoutes } from './telegram.routes.ts'

/** What arrives is handled and sent at once; the look every few seconds finds what had to wait. */
export const telegramNoun: Noun = {
  routes: [telegramRoutes],
  jobs: (app) => {
    const handle = (): Promise<void> => handleDue(app, (update) => handleUpdate(app, update))
    const sendAll = (): Promise<void> => sendDue(app)
    return [
      { name: HANDLE_JOB, lane: 'delivery', work: handle },
      { name: SEND_JOB, lane: 'delivery', work: sendAll },
      {
        name: 'look_at_telegram',
        everyMs: 3000,
        work: async () => {
          await applySettings(app)
          await handle()
          await alertStaff(app)
          await sendAll()
        },
      },
      { name: DELETE_LINK_JOB, lane: 'delivery', work: (payload) => deleteLink(app, z.parse(SentLink, payload)) },
      { name: 'clear_telegram_group', lane: 'delivery', cron: '17 * * * *', work: () => clearGroup(app) },
      { name: 'drop_old_telegram', cron: '27 4 * * *', work: () => dropOld(app.database.db, app.now()) },
    ]
  },
  work: startPolling,
  adds: [
    waitsForStaff.with({ kind: 'bot_refused', since: sql`refused_at`, from: refusing, names: sql`(array_agg(error))[:3]` }),
    backupsMade.with(sendBackup),
    channels.with(telegramChannel),
    movingLooks.with({ step: 'bot', look: lookForOthers }),
    storedSecrets.with(resealBot),
    personalData.with({ name: 'telegram', read: exportTelegram, forget: forgetTelegram, takeBack: unbindSince }),
  ],
}
