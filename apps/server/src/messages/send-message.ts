import type { Tx } from '../db/client.ts'
import type { SecretBox } from '../db/secret-box.ts'

/** `secret`: the code, or the link as a path of our site. `time`: RFC 3339. */
export type MessageContent =
  | { template: 'code'; data: Record<string, string | number>; secret: string }
  | { template: 'new_device'; data: { device: string; place: string; time: string }; secret: string }
  | { template: 'password_changed'; data: { time: string }; secret?: undefined }
  | { template: 'address_changed'; data: { time: string }; secret: string }

export type NewMessage = MessageContent & {
  to: { channel: 'email' | 'sms'; address: string }
  accountId: number | null
  language: 'en' | 'zh-CN'
  expiresAt?: Date
}

/** What was sent, newest last, for tests: this file stands in for the queue. */
export const sent: NewMessage[] = []

export async function sendMessage(_tx: Tx, _secrets: SecretBox, message: NewMessage, _now: Date): Promise<void> {
  if (sent.push(message) > 1000) sent.shift()
  if (process.env['PRINT_MESSAGES']) process.stdout.write(`message ${JSON.stringify(message)}\n`)
}
