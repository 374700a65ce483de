import { placeName } from '@portico/contract/country-name'
import type { ChannelKind } from '@portico/contract/service-channels'
import type { Settings } from '@portico/contract/settings-admin'
import { LANGUAGES } from '@portico/contract/translations'
import type { Db } from '../db/client.ts'
import { settingTexts } from '../in-language.ts'
import { shownPlaces } from '../outages/service-status.ts'
import { serviceChannels } from '../settings/service-channels.ts'

/** Words for each kind of channel, in both languages. */
const channelNames: Record<ChannelKind, string> = {
  email: 'e-mail 邮箱 邮件',
  telegram: 'Telegram TG 电报',
  whatsapp: 'WhatsApp',
  wechat: 'WeChat 微信',
  qq: 'QQ',
  discord: 'Discord',
  phone: 'phone call 电话',
  link: '',
}

/** Words by which pages are found on this site, by path: the operator's service channels, and the locations of the service status. */
export async function pageWords(db: Db, current: Settings): Promise<Record<string, string>> {
  const places = (await shownPlaces(db)).flatMap(({ name, translations }) => [
    name,
    ...LANGUAGES.map((language) => placeName(translations[language].name, language)),
  ])
  const channels = LANGUAGES.flatMap((language) =>
    serviceChannels(current, language).map(({ kind, value, label }) => `${channelNames[kind]} | ${value} | ${label}`),
  )
  const account = settingTexts(current, 'footer.official_account')
  const ways = [...channels, ...(account.length > 0 ? ['WeChat 微信 公众号', ...account] : [])]
  const ofPlaces = [...new Set(places)].join(' | ')
  return { '/service': [...new Set(ways), ofPlaces].join(' | '), '/user/nodes': ofPlaces }
}
