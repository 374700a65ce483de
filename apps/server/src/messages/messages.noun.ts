import { findIdentity } from '../identities/find-identity.ts'
import { emailIdentity, phoneIdentity } from '../identities/write-identity.ts'
import { dropOlder } from '../db/drop-older.ts'
import type { Job } from '../jobs/job.ts'
import type { Noun } from '../noun.ts'
import type { AccountAt } from './deliver-message.ts'
import { stillWanted } from '../reminders/still-wanted.ts'
import { messages } from './messages.table.ts'
import { sendDue } from './send-due.ts'
import { sendJob } from './send-message.ts'
import { messageRoutes } from './messages.routes.ts'

const KEPT_MS = 180 * 86_400_000

/** Jobs enqueued with the messages send them at once. Each minute a run picks up what failed or was left by a dead process. */
export const messagesNoun: Noun = {
  routes: [messageRoutes],
  jobs: (app) => {
    const send = (channel: 'email' | 'sms', bulk: boolean): Job => ({
      name: sendJob(channel, bulk),
      lane: bulk ? 'bulk' : 'delivery',
      cron: '* * * * *',
      work: () =>
        sendDue(app, channel, {
          bulk,
          accountAt,
          stillWanted: (reminder) => stillWanted(app.database.db, reminder, app.now()),
          // Without the server's answer, which may quote what was sent.
          onFailure: (message, { fault, isFinal }) =>
            app.log.warn({ message, channel, fault, given_up: isFinal }, 'a message was not sent'),
        }),
    })
    return [
      send('email', false),
      send('email', true),
      send('sms', false),
      {
        name: 'drop_old_messages',
        cron: '47 4 * * *',
        work: () => dropOlder(app.database.db, messages, messages.at, new Date(app.now().getTime() - KEPT_MS)),
      },
    ]
  },
}

const accountAt: AccountAt = async (db, { channel, address }) => {
  const found = await findIdentity(db, channel === 'sms' ? phoneIdentity(address, null) : emailIdentity(address, null))
  return found?.account.id ?? null
}
