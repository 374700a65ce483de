import type { StripDay } from '../ui/day-strip.tsx'

/** `uptime`: hundredths of a percent. A day with minutes lost looks different from a day with hours lost. */
export function dayLevel(uptime: number | null): StripDay['level'] {
  if (uptime === null) return 'none'
  if (uptime >= 9990) return 'up'
  return uptime >= 9500 ? 'partly' : 'down'
}
