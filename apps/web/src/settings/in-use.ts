import type { SettingKey } from '@portico/contract/settings/registry'
import { formValue, type SettingsForm } from './settings-form.ts'

/** Settings that have an effect only with one choice of another setting, by the beginning of their keys. */
const ONLY_WITH: { begin: string; choice: SettingKey; values: string[] }[] = [
  { begin: 'sms.twilio_', choice: 'sms.provider', values: ['twilio'] },
  { begin: 'sms.alibaba_', choice: 'sms.provider', values: ['alibaba'] },
  { begin: 'challenge.site_id', choice: 'challenge.provider', values: ['turnstile', 'recaptcha'] },
  { begin: 'challenge.secret', choice: 'challenge.provider', values: ['turnstile', 'recaptcha'] },
]

/** Whether a setting has an effect, as the form is now. One with an unsaved change stays in sight. */
export function isInUse(key: SettingKey, values: SettingsForm, changed: ReadonlySet<string>): boolean {
  const rule = ONLY_WITH.find(({ begin }) => key.startsWith(begin))
  return !rule || changed.has(key) || rule.values.includes(String(formValue(values, rule.choice)))
}
