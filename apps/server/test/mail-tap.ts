import { and, desc, eq } from 'drizzle-orm'
import { messagePlace } from '../src/messages/message-secrets.ts'
import { type MessageRow, messages } from '../src/messages/messages.table.ts'
import type { Call, TestApp } from './harness.ts'

type Template = MessageRow['template']

/** Messages to an address that wait to be sent, newest first, with their secrets. */
export async function mailsTo({ database: { db, secrets } }: TestApp, address: string, template?: Template): Promise<MessageRow[]> {
  const wanted = and(eq(messages.recipient, address), template === undefined ? undefined : eq(messages.template, template))
  const rows = await db.select().from(messages).where(wanted).orderBy(desc(messages.id))
  return rows.map((row) => ({ ...row, secret: row.secret && secrets.open(messagePlace(row.id), row.secret) }))
}

export async function mailTo(t: TestApp, address: string, template?: Template): Promise<MessageRow> {
  const [newest] = await mailsTo(t, address, template)
  if (!newest) throw new Error(`nothing was sent to ${address}`)
  return newest
}

/** The token of the link in the newest such message. */
export async function linkToken(t: TestApp, address: string, template: Template): Promise<string> {
  return (await mailTo(t, address, template)).secret?.split('#')[1]?.replace('not-me.', '') ?? ''
}

export async function codeFor(t: TestApp, call: Call, purpose: string, to: { email: string } | { phone: string }) {
  const [path, address] = 'email' in to ? ['/api/comm/sendEmailVerify', to.email] : ['/api/comm/sendPhoneVerify', to.phone]
  const sending = await call('POST', path, { ...to, purpose })
  if (sending.status !== 200) throw new Error(JSON.stringify(sending.body))
  return { code_id: sending.body.code_id as string, code: (await mailTo(t, address, 'code')).secret ?? '' }
}
