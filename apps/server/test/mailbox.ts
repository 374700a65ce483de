import type { TestApp } from './harness.ts'
import { mailSettings, type ReceivedMail, startSmtp } from './smtp.ts'

/**
 * Makes the app send mail to a server of our own. `mailTo` runs the jobs and returns the newest mail to the address that it has not
 * returned before; it throws if there is none. `code` and `link` read one out of a mail.
 */
export async function openMailbox(t: TestApp) {
  const smtp = await startSmtp()
  const owner = await t.admin()
  const saved = await owner.call('PATCH', '/admin/settings', mailSettings(smtp.port))
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  const seen = new Set<ReceivedMail>()
  const find = (address: string): ReceivedMail | undefined =>
    smtp.mails.findLast((mail) => !seen.has(mail) && mail.recipients.includes(address))
  return {
    mails: smtp.mails,
    port: smtp.port,
    async mailTo(address: string): Promise<ReceivedMail> {
      await t.runJobs()
      const mail = find(address)
      if (!mail) throw new Error(`no mail to ${address}; mails went to ${smtp.mails.flatMap(({ recipients }) => recipients).join(', ')}`)
      seen.add(mail)
      return mail
    },
    /** Whether one came, after running the jobs. */
    async hasMailTo(address: string): Promise<boolean> {
      await t.runJobs()
      return find(address) !== undefined
    },
    code: (mail: ReceivedMail): string => first(mail, /(?<!\d)\d{6}(?!\d)/),
    link: (mail: ReceivedMail): string => first(mail, /https?:\/\/\S+/),
    stop: smtp.stop,
  }
}
export type Mailbox = Awaited<ReturnType<typeof openMailbox>>

function first({ text = '' }: ReceivedMail, pattern: RegExp): string {
  const found = pattern.exec(text)?.[0]
  if (found === undefined) throw new Error(`nothing like ${String(pattern)} in: ${text}`)
  return found
}
