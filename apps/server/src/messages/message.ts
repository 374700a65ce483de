import type { CodePurpose } from '@portico/contract/codes'
import type { ReminderTemplate } from '@portico/contract/message-placeholders'
import type { MessageChannel } from '@portico/contract/messages-admin'

export type Recipient = { channel: MessageChannel; address: string }

/** Ways to sign in that were added or removed. */
export type SignInChange =
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'site_added'
  | 'site_removed'
  | 'telegram_added'
  | 'telegram_removed'
  | 'password_removed'
  | 'email_removed'
  | 'phone_removed'

/** `called_off`: more would be lost than the member agreed to. */
export type ClosingStep = 'asked' | 'undone' | 'called_off'

/** `secret`: the code, or the link as a path of our site. `time`: RFC 3339. */
export type MessageContent =
  | { template: 'code'; data: { purpose: CodePurpose; minutes: number }; secret: string }
  | { template: 'address_taken'; data: Record<string, never>; secret?: undefined }
  | { template: 'new_device'; data: { device: string; place: string; time: string }; secret: string }
  | { template: 'password_changed'; data: { time: string }; secret: string }
  | { template: 'address_changed'; data: { time: string }; secret: string }
  /** `host`: of the sign-in site; empty if the change is not about one. */
  | { template: 'sign_in_changed'; data: { what: SignInChange; host: string; time: string }; secret: string }
  /** `time`: when the account closes, or would have. */
  | { template: 'account_closing'; data: { step: ClosingStep; time: string }; secret?: undefined }
  | { template: 'test'; data: { time: string }; secret?: undefined }
  | ReminderContent

/** Content of a reminder. Values are texts in its language, except `time`. `path`: where its link leads. */
export type ReminderContent = { template: ReminderTemplate; data: ReminderData; secret?: undefined }
export type ReminderData = {
  path: string
  time?: string
  what?: string
  plan?: string
  node?: string
  number?: string
  amount?: string
  percent?: number
  subject?: string
}
