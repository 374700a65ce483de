import * as z from 'zod/mini'
import type { Rule } from './rule-texts.ts'
import { InEachLanguage } from './translations.ts'

/** Kinds of channels for customer service. */
export const CHANNEL_KINDS = ['email', 'telegram', 'whatsapp', 'wechat', 'qq', 'discord', 'phone', 'link'] as const
export const ChannelKind = z.enum(CHANNEL_KINDS)
export type ChannelKind = z.infer<typeof ChannelKind>
export const MAX_CHANNELS = 8

const link = (text: string): boolean => /^https:\/\/\S+$/.test(text) && URL.canParse(text)
const number = /^\+?\d[\d ()-]{2,23}$/
const fits: Record<ChannelKind, (text: string) => boolean> = {
  email: (text) => z.email().safeParse(text).success,
  telegram: (text) => /^@?[A-Za-z]\w{3,31}$/.test(text) || /^https:\/\/t\.me\/[\w+/]{3,60}$/.test(text),
  whatsapp: (text) => number.test(text),
  wechat: (text) => /^[\w-]{3,40}$/.test(text),
  qq: (text) => /^\d{5,12}$/.test(text),
  discord: (text) => /^https:\/\/(www\.)?discord\.(gg|com)\/[\w/-]{2,80}$/.test(text),
  phone: (text) => number.test(text),
  link,
}

/** A service channel as the operator enters it. */
export const ChannelInput = z
  .object({
    kind: ChannelKind,
    /** Address, number or name, by `kind`. */
    value: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    /** What the channel is for, such as “Sales”; '' for none. */
    label: z.string().check(z.trim(), z.maxLength(40)),
    translations: InEachLanguage({ label: z.string().check(z.trim(), z.maxLength(40)) }),
  })
  .check((payload) => {
    const { kind, value } = payload.value
    if (value === '' || fits[kind](value)) return
    payload.issues.push({ code: 'custom', input: value, path: ['value'], message: `channel.${kind}` satisfies Rule })
  })
export type ChannelInput = z.infer<typeof ChannelInput>

/** A service channel as visitors see it. */
export const ServiceChannel = z.object({
  kind: ChannelKind,
  value: z.string(),
  label: z.string(),
  /** Link of the channel; null: a name to copy. */
  url: z.nullable(z.string()),
})
export type ServiceChannel = z.infer<typeof ServiceChannel>

/** Link of a channel: https, mailto or tel; null for kinds without an address. */
export function channelUrl({ kind, value }: Pick<ChannelInput, 'kind' | 'value'>): string | null {
  const digits = value.replace(/[^\d+]/g, '')
  switch (kind) {
    case 'email':
      return `mailto:${value}`
    case 'telegram':
      return value.startsWith('https://') ? value : `https://t.me/${value.replace('@', '')}`
    case 'whatsapp':
      return `https://wa.me/${digits.replace('+', '')}`
    case 'phone':
      return `tel:${digits}`
    case 'discord':
    case 'link':
      return value
    case 'wechat':
    case 'qq':
      return null
  }
}
