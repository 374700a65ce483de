import type { CodePurpose } from '@portico/contract/codes'
import type { MessageTemplate } from '@portico/contract/message-placeholders'
import { coloursOf } from '@portico/contract/shades'
import { formatDay } from '@portico/contract/format-time'
import { dayKey } from '../calendar.ts'
import { settingIn } from '../in-language.ts'
import { closingTexts, purposeTexts, signInChangeTexts } from './builtin-texts.ts'
import { siteOrigin } from '../settings/settings.ts'
import type { MailLook } from './mail-layout.ts'
import { mailLink } from './mail-link.ts'
import type { Language } from '@portico/contract/translations'
import type { ClosingStep, SignInChange } from './message.ts'
import type { Post } from './post.ts'
import type { MessageRow } from './messages.table.ts'
import type { Values } from './render-message.ts'

const PATHS: Partial<Record<MessageTemplate, string>> = { address_taken: '/login', account_closing: '/user/profile/index#close' }

type Filled = Pick<MessageRow, 'template' | 'language' | 'data'> & { secret: string | null }

/** How mail of this site looks. */
export function mailLook({ settings, config }: Pick<Post, 'settings' | 'config'>): MailLook {
  const current = settings()
  const logo = current['brand.logo'] === '' ? null : `${siteOrigin(current, config)}/icons/192.png`
  return { colour: coloursOf(current['brand.colour']).strong, logo }
}

/** Values of a message's placeholders. */
export function valuesOf(post: Pick<Post, 'settings' | 'config'>, { template, language, data, secret }: Filled): Values {
  const settings = post.settings()
  const site = settingIn(settings, 'site.title', language)
  const text = (name: string): string | undefined => (data[name] === undefined ? undefined : String(data[name]))
  const path = PATHS[template] ?? text('path') ?? (template === 'code' ? null : secret)
  const time = data['time'] === undefined ? undefined : timeText(String(data['time']), language, settings['site.timezone'])
  const values: Record<string, string | undefined> = {
    site,
    code: template === 'code' ? (secret ?? undefined) : undefined,
    minutes: text('minutes'),
    purpose: template === 'code' ? purposeTexts[language][data['purpose'] as CodePurpose] : undefined,
    what: whatText({ template, language, data }, time),
    link: path === null ? undefined : mailLink(post, path),
    device: text('device'),
    place: text('place') || undefined,
    time,
    day: data['time'] === undefined ? undefined : formatDay(dayKey(new Date(data['time']), settings['site.timezone']), language),
    plan: text('plan'),
    node: text('node'),
    number: text('number'),
    amount: text('amount'),
    percent: text('percent'),
    subject: text('subject'),
  }
  const known = Object.entries(values).filter(([, value]) => value !== undefined)
  return { site, ...Object.fromEntries(known) }
}

function whatText({ template, language, data }: Omit<Filled, 'secret'>, time = ''): string | undefined {
  if (template === 'account_closing') return closingTexts[language][data['step'] as ClosingStep].replace('{{time}}', time)
  if (template !== 'sign_in_changed') return data['what'] === undefined ? undefined : String(data['what'])
  return signInChangeTexts[language][data['what'] as SignInChange].replace('{{host}}', String(data['host']))
}

function timeText(time: string, language: Language, zone: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  const text = format.format(new Date(time))
  return language === 'en' ? `${text} (${zone})` : `${text}（${zone}）`
}
