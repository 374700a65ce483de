import { type ChannelInput, channelUrl, type ServiceChannel } from '@portico/contract/service-channels'
import type { Settings } from '@portico/contract/settings-admin'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'

/** How customer service is reached, in the operator's order. The contact e-mail address comes first if no channel is one. */
export function serviceChannels(current: Pick<Settings, 'service.channels' | 'site.email'>, language: Language): ServiceChannel[] {
  const channels = current['service.channels']
  const email = current['site.email']
  const hasOwn = email === '' || channels.some(({ kind }) => kind === 'email')
  return [...(hasOwn ? [] : [emailChannel(email)]), ...channels.map((channel) => toChannel(channel, language))]
}

function toChannel(channel: ChannelInput, language: Language): ServiceChannel {
  const { kind, value, label } = inLanguage(channel, language)
  return { kind, value, label, url: channelUrl({ kind, value }) }
}

function emailChannel(value: string): ServiceChannel {
  return { kind: 'email', value, label: '', url: channelUrl({ kind: 'email', value }) }
}
