import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { settingIn } from '../in-language.ts'
import { hasMail } from '../messages/mail/mailer.ts'
import { sendMessage } from '../messages/send-message.ts'
import { pushMember } from './push/push-member.ts'

/**
 * Sends a test to the member, whatever they chose. Returns how many browsers accepted it. Throws `reminder.unreachable`, `limit.exceeded`.
 */
export async function testReminder(app: App, accountId: number, channel: 'mail' | 'push'): Promise<number> {
  await app.limits.reminderTestsByAccount.take(String(accountId))
  const [account] = await app.database.db
    .select({ email: accounts.email, language: accounts.language })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  const language = account?.language ?? 'en'
  if (channel === 'push') {
    const title = TEST[language].replace('{site}', settingIn(app.settings(), 'site.title', language))
    const results = await pushMember(app, accountId, { title, path: '/user/reminders', tag: 'test' })
    const reached = results.filter((result) => result === 'sent').length
    if (reached === 0) throw new AppError('reminder.unreachable')
    return reached
  }
  const address = account?.email ?? null
  if (address === null || !hasMail(app.settings())) throw new AppError('reminder.unreachable')
  const now = app.now()
  const test = {
    template: 'test' as const,
    data: { time: now.toISOString() },
    to: { channel: 'email' as const, address },
    accountId,
    language,
  }
  await app.database.transaction((tx) => sendMessage(tx, app.database.secrets, test, now))
  return 1
}

const TEST = { en: 'Test from {site}: reminders arrive here', 'zh-CN': '{site} 测试提醒：可以送达' }
