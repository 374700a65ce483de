import type { Settings } from '@portico/contract/settings-admin'
import { alibaba } from './alibaba.ts'
import type { SmsProvider } from './sms-provider.ts'
import { twilio } from './twilio.ts'

const providers: Record<Exclude<Settings['sms.provider'], 'off'>, SmsProvider> = { twilio, alibaba }

/** The provider of the settings; null: none is chosen, or a setting it needs is empty. */
export function smsProvider(settings: Settings): SmsProvider | null {
  const name = settings['sms.provider']
  if (name === 'off') return null
  const provider = providers[name]
  return provider.needs.every((key) => settings[key] !== '') ? provider : null
}
