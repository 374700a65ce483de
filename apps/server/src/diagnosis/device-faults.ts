import { sharedPlacesOf } from '../subscriptions/conditions.ts'
import type { Fault } from './faults.ts'
import type { Facts } from './read-facts.ts'

/** Shadowsocks 2022 refuses half a minute, VMess two minutes; TLS notices only days. */
const CLOCK_MS = 60_000
/** How long a clock check stays meaningful, in milliseconds. */
export const CLOCK_KNOWN_MS = 86_400_000

/** Faults of the number of devices and of their clocks. */
export function deviceFaults(facts: Facts): Fault[] {
  const { clock, devices, now, subscription } = facts
  const found: Fault[] = []
  const limit = sharedPlacesOf(subscription)
  if (limit !== null && devices > limit) {
    const action = { kind: 'reset_devices', to: '/user/subscribe/index' } as const
    found.push({ code: 'too_many_devices', since: null, count: devices, limit, action })
  }
  if (clock && now.getTime() - clock.at.getTime() < CLOCK_KNOWN_MS && Math.abs(clock.skewMs) > CLOCK_MS) {
    found.push({ code: 'clock', since: clock.at, skewMs: clock.skewMs, action: { kind: 'clock' } })
  }
  return found
}
