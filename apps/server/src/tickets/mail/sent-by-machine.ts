import type { Email } from 'postal-mime'

/** Precedence values of lists and automatic answers. */
const MACHINE_PRECEDENCE = /^(bulk|list|junk|auto_reply)$/i
const MACHINE_HEADERS = ['list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-failed-recipients']
const MACHINE_SENDER = /^(mailer-daemon|postmaster|no-?reply|donotreply|bounces?)([+@-]|$)/i

/** What programs write that set no header, such as QQ mail. */
const MACHINE_SUBJECT =
  /^\s*(?:(?:自动回复|自動回覆|自动答复|自动应答|假期自动回复|外出自动回复|休假通知|auto(?:matic)?[ -]?(?:reply|response)|autoreply|out of (?:the )?office)\s*(?:[:：(（[【]|$)|(?:系统退信|退信通知|undeliverable|undelivered mail|delivery status notification|mail delivery (?:failed|failure|subsystem)|returned mail))/i

/** Whether a machine sent it: answering would go round in circles (RFC 3834). */
export function isAutomatic(mail: Pick<Email, 'from' | 'headers' | 'subject'>): boolean {
  const submitted = headerOf(mail, 'auto-submitted')
  if (submitted !== null && !/^no\b/i.test(submitted)) return true
  if (MACHINE_PRECEDENCE.test(headerOf(mail, 'precedence') ?? '')) return true
  if (MACHINE_HEADERS.some((name) => headerOf(mail, name) !== null)) return true
  // A delivery report has an empty way back.
  if (headerOf(mail, 'return-path') === '<>') return true
  if (/multipart\/report/i.test(headerOf(mail, 'content-type') ?? '')) return true
  if (MACHINE_SUBJECT.test(mail.subject ?? '')) return true
  return MACHINE_SENDER.test(mail.from?.address ?? '')
}

/** Whether the receiving server found the sender forged. Only a failure counts, because anyone can write a pass. */
export function isForgedSender(mail: Pick<Email, 'from' | 'headers'>): boolean {
  return headersOf(mail, 'authentication-results').some((value) => /\bdmarc\s*=\s*(fail|permerror)\b/i.test(value))
}

export function headersOf({ headers }: Pick<Email, 'headers'>, name: string): string[] {
  return headers.flatMap(({ key, value }) => (key.toLowerCase() === name ? [value.trim()] : []))
}

function headerOf(mail: Pick<Email, 'from' | 'headers'>, name: string): string | null {
  return headersOf(mail, name)[0] ?? null
}
