import type { Connection, Symptom, Tried } from '@portico/contract/connection-bundle'

/** Advice, as text key without `doctor.advice_`. */
export type Advice =
  | 'devices_full'
  | 'turn_on'
  | 'update'
  | 'newest'
  | 'import'
  | 'other_node'
  | 'near_node'
  | 'global'
  | 'other_vpn'
  | 'public'
  | 'mobile'
  | 'home'
  | 'abroad'

const MOST = 4

const bySymptom: Record<Symptom, Advice[]> = {
  nothing_loads: ['turn_on', 'update', 'other_node', 'other_vpn'],
  slow: ['near_node', 'other_vpn'],
  some_sites: ['global', 'other_node'],
  app_error: ['newest', 'import'],
}
const byConnection: Record<Connection, Advice[]> = { home: ['home'], mobile: ['mobile'], public: ['public'], abroad: ['abroad'] }

/** Advice for the answers, likeliest first. `isFull`: all devices of the plan are connected. */
export function adviceFor({ symptom, connection }: Pick<Tried, 'symptom' | 'connection'>, isFull: boolean): Advice[] {
  if (symptom === null || connection === null) return []
  const full: Advice[] = isFull && symptom !== 'slow' && symptom !== 'some_sites' ? ['devices_full'] : []
  // Networks in public places are the likeliest cause of all.
  const ofPlace = byConnection[connection]
  const all =
    connection === 'public' ? [...ofPlace, ...full, ...bySymptom[symptom]] : [...full, ...bySymptom[symptom].slice(0, 3), ...ofPlace]
  return all.slice(0, MOST)
}
