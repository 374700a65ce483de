import type { CodePurpose } from '@portico/contract/codes'
import type { MessageChannel } from '@portico/contract/messages-admin'

export type Language = 'en' | 'zh-CN'
export type Recipient = { channel: MessageChannel; address: string }

/** `secret`: the code, or the link as a path of our site. `time`: RFC 3339. */
export type MessageContent =
  | { template: 'code'; data: { purpose: CodePurpose; minutes: number }; secret: string }
  | { template: 'address_taken'; data: Record<string, never>; secret?: undefined }
  | { template: 'new_device'; data: { device: string; place: string; time: string }; secret: string }
  | { template: 'password_changed'; data: { time: string }; secret?: undefined }
  | { template: 'address_changed'; data: { time: string }; secret: string }
  | { template: 'test'; data: { time: string }; secret?: undefined }
