import { placeName } from '@portico/contract/country-name'
import { formatDateTime } from '@portico/contract/format-time'
import type { Location, ServiceStatus } from '@portico/contract/outages'
import { percentOf } from '@portico/contract/percent-of'
import type { Language } from '@portico/contract/translations'
import { escapeMarkup } from '../escape-markup.ts'
import { COLON, pageText, type Text } from './page-texts.ts'
import type { Said } from './write-page.ts'

/** The status of every location, recent incidents, and how to reach customer service. */
export function serviceText(status: ServiceStatus, zone: string, email: string, language: Language): Said {
  const t = pageText(language)
  const { locations, incidents } = status
  const troubled = locations.filter((place) => place.status === 'down' || place.status === 'partly').length
  const now = locations.length === 0 ? t('service.none') : troubled === 0 ? t('service.all_up') : t('service.some_down', { n: troubled })
  const address = escapeMarkup(email)
  const parts = [
    `<h2>${now}</h2><p>${t('service.checked', { time: formatDateTime(status.checked_at, zone) })}</p>`,
    locations.length > 0 && `<h2>${t('service.locations')}</h2>${placesText(locations, t, language)}`,
    locations.length > 0 && `<h2>${t('service.incidents')}</h2>${incidentsText(incidents, zone, t, language)}`,
    email && `<h2>${t('service.contact')}</h2><p>${t('service.contact_text')}</p><p><a href="mailto:${address}">${address}</a></p>`,
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

function incidentsText(incidents: ServiceStatus['incidents'], zone: string, t: Text, language: Language): string {
  if (incidents.length === 0) return `<p>${t('service.no_incidents')}</p>`
  const items = incidents.map(({ location, began_at: began, ended_at: ended }) => {
    const from = formatDateTime(began, zone)
    const when = ended === null ? t('service.since', { from }) : t('service.from_to', { from, to: formatDateTime(ended, zone) })
    return `<li>${escapeMarkup(placeName(location, language))}${COLON[language]}${when}</li>`
  })
  return `<ul>${items.join('')}</ul>`
}
