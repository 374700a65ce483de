import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { emailKey } from '../accounts/email-key.ts'
import type { App } from '../app.ts'
import { dropOlder } from '../db/drop-older.ts'
import type { Job } from '../jobs/job.ts'
import type { AccountAt } from './deliver-message.ts'
import { messages } from './messages.table.ts'
import { sendDue } from './send-due.ts'
import { sendJob } from './send-message.ts'

const KEPT_MS = 180 * 86_400_000

/** Jobs enqueued with the messages send them at once. Each minute a run picks up what failed or was left by a dead process. */
export function messageJobs(app: App): Job[] {
  const send = (channel: 'email' | 'sms'): Job => ({
    name: sendJob(channel),
    cron: '* * * * *',
    work: () =>
      sendDue(app, channel, {
        accountAt,
        // Without the server's answer, which may quote what was sent.
        onFailure: (message, { fault, isFinal }) => app.log.warn({ message, channel, fault, given_up: isFinal }, 'a message was not sent'),
      }),
  })
  return [
    send('email'),
    send('sms'),
    {
      name: 'drop_old_messages',
      cron: '47 4 * * *',
      work: () => dropOlder(app.database.db, messages, messages.at, new Date(app.now().getTime() - KEPT_MS)),
    },
  ]
}

const accountAt: AccountAt = async (db, { channel, address }) => {
  // No account has a phone number yet.
  if (channel === 'sms') return null
  const [found] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.emailKey, emailKey(address)))
  return found?.id ?? null
}
