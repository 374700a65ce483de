import type { MessageTemplate } from '@portico/contract/message-placeholders'
import type { MessageChannel, TestResult } from '@portico/contract/messages-admin'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Limits } from '../http/limits.ts'
import { deliverMessage } from './deliver-message.ts'
import type { Language } from '@portico/contract/translations'
import type { Post } from './post.ts'
import { messages } from './messages.table.ts'
import { asNotSent, safeAnswer } from './not-sent.ts'
import { sampleMessage } from './sample-message.ts'

type Test = { channel: MessageChannel; to: string; language: Language; template: MessageTemplate }

/** Sends a message with sample values at once, logs it, and returns the server's answer. Throws `limit.exceeded`. */
export async function testMessage(post: Post & { limits: Limits }, by: Caller, test: Test): Promise<TestResult> {
  await post.limits.testMessagesByAccount.take(String(by.accountId))
  const { channel, to, language, template } = test
  const at = post.now()
  const { data, secret = null } = sampleMessage(template, at)
  const result = await tried(post, { id: at.getTime(), channel, recipient: to, accountId: null, template, language, data, secret })
  await post.database.transaction(async (tx) => {
    const status = result.sent ? ('sent' as const) : ('failed' as const)
    const how = { status, fault: result.fault, error: result.error, sentAt: result.sent ? post.now() : null }
    const row = { at, channel, recipient: to, template, language, data, ...how, tries: 1, nextTryAt: at, expiresAt: at }
    const [made] = await tx.insert(messages).values(row).returning({ id: messages.id })
    const after = { recipient: to, template, status, fault: result.fault }
    await record(tx, by, { action: 'message.test', entity: 'message', id: made?.id ?? '', after }, at)
  })
  return result
}

async function tried(post: Post, message: Parameters<typeof deliverMessage>[2]): Promise<TestResult> {
  try {
    // Sample codes are for nobody's account.
    const outcome = await deliverMessage(post, async () => null, message)
    return outcome.status === 'sent' ? { sent: true, fault: null, error: null } : { sent: false, fault: outcome.fault, error: null }
  } catch (error) {
    const { fault, message: answer } = asNotSent(error)
    return { sent: false, fault, error: safeAnswer(answer, post.settings(), null) }
  }
}
