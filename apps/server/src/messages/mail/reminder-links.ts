import type { ReminderTemplate } from '@portico/contract/message-placeholders'
import { kindOfReminder } from '@portico/contract/reminders'
import type { Language } from '@portico/contract/translations'
import type { MailLink } from '../mail-layout.ts'
import { mailLink } from '../mail-link.ts'
import type { Post } from '../post.ts'
import { reminderLinks } from '../reminder-texts.ts'
import { stopRenewalToken, stopToken } from './stop-token.ts'

type About = { template: ReminderTemplate; accountId: number; language: Language }

/** The links below a reminder, and the address that mail programs stop such mails with. */
export async function linksOfReminder(post: Post, { template, accountId, language }: About): Promise<{ links: MailLink[]; stop: string }> {
  const token = await stopToken(post.database, { accountId, kind: kindOfReminder[template] })
  const labels = reminderLinks[language]
  return {
    stop: mailLink(post, `/api/v1/reminders/stop/${token}`),
    links: [
      ...(template === 'renewal_price' ? [{ label: labels.stopRenewal, href: await stopRenewalLink(post, accountId, language) }] : []),
      { label: labels.stop, href: mailLink(post, `/undo?lang=${language}#stop.${token}`) },
      { label: labels.choose, href: mailLink(post, '/user/reminders') },
    ],
  }
}

async function stopRenewalLink(post: Post, accountId: number, language: Language): Promise<string> {
  return mailLink(post, `/undo?lang=${language}#renewal.${await stopRenewalToken(post.database, accountId)}`)
}
