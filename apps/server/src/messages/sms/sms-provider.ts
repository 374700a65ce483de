import type { MessageTemplate } from '@portico/contract/message-placeholders'
import type { SettingKey } from '@portico/contract/settings/registry'
import type { Settings } from '@portico/contract/settings-admin'
import type { Language } from '@portico/contract/translations'

/** Where the providers' APIs are. Not a setting: whoever could change it would read every code. */
export type SmsApis = { twilio: string; alibaba: string }
export const smsApis: SmsApis = { twilio: 'https://api.twilio.com', alibaba: 'https://dysmsapi.aliyuncs.com' }

export type Sms = {
  /** Phone number with plus sign. */
  to: string
  text: string
  template: MessageTemplate
  /** The code, for providers that fill in their own templates; null: none. */
  code: string | null
  language: Language
}

/** One provider: the settings it cannot do without, and how it sends. `send` throws `NotSent`. */
export type SmsProvider = {
  needs: SettingKey[]
  send: (settings: Settings, apis: SmsApis, sms: Sms, now: Date) => Promise<void>
}
