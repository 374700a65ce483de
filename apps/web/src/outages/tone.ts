import type { LocationStatus } from '@portico/contract/outages'
import type { Tone } from '../ui/status-badge.tsx'

/** The stone before a location's status. */
export function toneOf(status: LocationStatus): Tone {
  if (status === 'up') return 'good'
  return status === 'down' ? 'bad' : 'warn'
}
