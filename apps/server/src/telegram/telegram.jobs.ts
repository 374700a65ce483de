import * as z from 'zod/mini'
import type { App } from '../app.ts'
import type { Job } from '../jobs/job.ts'
import { alertStaff } from './alerts/alert-staff.ts'
import { applySettings } from './apply-settings.ts'
import { handleUpdate } from './commands/handle-update.ts'
import { dropOld } from './drop-old.ts'
import { clearGroup } from './guard-group.ts'
import { handleDue } from './handle-due.ts'
import { deleteLink, DELETE_LINK_JOB, SentLink } from './link-message.ts'
import { SEND_JOB } from './outbox.ts'
import { HANDLE_JOB } from './receive-updates.ts'
import { sendDue } from './send-due.ts'

/** Jobs that handle and send at once; a look every few seconds finds what had to wait. */
export function telegramJobs(app: App): Job[] {
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
}
