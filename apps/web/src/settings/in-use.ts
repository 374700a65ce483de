import { isSettingKey, type SettingKey } from '@portico/contract/settings/registry'
import { formValue, type SettingsForm } from './settings-form.ts'

/** Settings that have an effect only with one choice of another setting, by the beginning of their keys; the first that fits holds. */
const ONLY_WITH: { begin: string; choice: string; values: string[]; or?: SettingKey }[] = [
  { begin: 'sms.twilio_', choice: 'sms.provider', values: ['twilio'] },
  { begin: 'sms.alibaba_', choice: 'sms.provider', values: ['alibaba'] },
  { begin: 'challenge.site_id', choice: 'challenge.provider', values: ['turnstile', 'recaptcha'] },
  { begin: 'challenge.secret', choice: 'challenge.provider', values: ['turnstile', 'recaptcha'] },
  { begin: 'ticket_mail.address', choice: 'ticket_mail.mode', values: ['imap', 'webhook'] },
  { begin: 'ticket_mail.webhook_', choice: 'ticket_mail.mode', values: ['webhook'] },
  { begin: 'ticket_mail.', choice: 'ticket_mail.mode', values: ['imap'] },
  { begin: 'files.s3_', choice: 'files.storage', values: ['s3'], or: 'backups.bucket' },
  { begin: 'bot.', choice: 'bot.on', values: ['true'] },
  { begin: 'oauth.google_', choice: 'oauth.google_on', values: ['true'] },
  { begin: 'oauth.apple_', choice: 'oauth.apple_on', values: ['true'] },
  { begin: 'oauth.github_', choice: 'oauth.github_on', values: ['true'] },
  { begin: 'oauth.telegram_', choice: 'oauth.telegram_on', values: ['true'] },
  { begin: 'oauth.oidc_', choice: 'oauth.oidc_on', values: ['true'] },
]

/** Whether a setting has an effect, as the form is now. One with an unsaved change stays in sight. */
export function isInUse(key: SettingKey, values: SettingsForm, changed: ReadonlySet<string>): boolean {
  const rule = ONLY_WITH.find(({ begin, choice }) => key.startsWith(begin) && key !== choice)
  if (!rule || !isSettingKey(rule.choice) || changed.has(key)) return true
  return rule.values.includes(String(formValue(values, rule.choice))) || (rule.or !== undefined && formValue(values, rule.or) === true)
}
