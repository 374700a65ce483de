import { placeName } from '@portico/contract/country-name'
import { formatDateTime } from '@portico/contract/format-time'
import type { Location, ServiceStatus } from '@portico/contract/outages'
import { percentOf } from '@portico/contract/percent-of'
import type { ServiceChannel } from '@portico/contract/service-channels'
import type { Language } from '@portico/contract/translations'
import { escapeMarkup } from '../escape-markup.ts'
import { COLON, pageText, type Text } from './page-texts.ts'
import type { Said } from './write-page.ts'

export type Service = { status: ServiceStatus; zone: string; channels: ServiceChannel[]; hours: string }

/** The status of every location, recent incidents, and how to reach customer service. */
export function serviceText({ status, zone, channels, hours }: Service, language: Language): Said {
  const t = pageText(language)
  const { locations, incidents } = status
  const troubled = locations.filter((place) => place.status === 'down' || place.status === 'partly').length
  const now = locations.length === 0 ? t('service.none') : troubled === 0 ? t('service.all_up') : t('service.some_down', { n: troubled })
  const parts = [
    `<h2>${now}</h2><p>${t('service.checked', { time: formatDateTime(status.checked_at, zone) })}</p>`,
    locations.length > 0 && `<h2>${t('service.locations')}</h2>${placesText(locations, t, language)}`,
    locations.length > 0 && `<h2>${t('service.incidents')}</h2>${incidentsText(incidents, zone, t, language)}`,
    channels.length > 0 && `<h2>${t('service.contact')}</h2><p>${t('service.contact_text')}</p>${channelsText(channels, t, language)}`,
    channels.length > 0 && hours !== '' && `<p>${t('channel.hours')}${COLON[language]}${escapeMarkup(hours)}</p>`,
  ]
  return { title: t('title.service'), description: t('service.text'), text: parts.filter(Boolean).join('\n') }
}

export function placesText(locations: Location[], t: Text, language: Language): string {
  const items = locations.map(({ name, status, uptime }) => {
    const place = escapeMarkup(placeName(name, language))
    return `<li>${place}${COLON[language]}${t(`service.${status}`)} <small>${t('service.uptime', { percent: percentOf(uptime) })}</small></li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function channelsText(channels: ServiceChannel[], t: Text, language: Language): string {
  const items = channels.map(({ kind, value, label, url }) => {
    const name = escapeMarkup([t(`channel.${kind}`), label].filter(Boolean).join(' '))
    const way = url === null ? escapeMarkup(value) : `<a href="${escapeMarkup(url)}" rel="noreferrer">${escapeMarkup(value)}</a>`
    return `<li>${name}${COLON[language]}${way}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function incidentsText(incidents: ServiceStatus['incidents'], zone: string, t: Text, language: Language): string {
  if (incidents.length === 0) return `<p>${t('service.no_incidents')}</p>`
  const items = incidents.map(({ location, began_at: began, ended_at: ended }) => {
    const from = formatDateTime(began, zone)
    const when = ended === null ? t('service.since', { from }) : t('service.from_to', { from, to: formatDateTime(ended, zone) })
    return `<li>${escapeMarkup(placeName(location, language))}${COLON[language]}${when}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}
