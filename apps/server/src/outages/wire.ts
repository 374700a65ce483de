import type { ServiceStatus } from '@portico/contract/outages'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'
import type { serviceStatus } from './service-status.ts'

/** `at`: when the status was read, in Unix milliseconds. */
export function toStatus(at: number, value: Awaited<ReturnType<typeof serviceStatus>>, language: Language): ServiceStatus {
  return {
    checked_at: new Date(at).toISOString(),
    locations: value.locations.map(({ place, status, uptime, days }) => ({ name: inLanguage(place, language).name, status, uptime, days })),
    incidents: value.incidents.map(({ place, beganAt, endedAt }) => ({
      location: inLanguage(place, language).name,
      began_at: beganAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
    })),
  }
}
