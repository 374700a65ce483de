import type { Tx } from '../db/client.ts'

export type NewMessage = {
  to: { channel: 'email' | 'sms'; address: string }
  accountId: number | null
  language: 'en' | 'zh-CN'
  template: 'code'
  data: Record<string, string | number>
  secret?: string
  expiresAt?: Date
}

export async function sendMessage(_tx: Tx, _message: NewMessage, _now: Date): Promise<void> {}
