import type { Bought, Fund, Service, Standing, TrafficEvent } from './money-oracle.ts'

// Amounts in minor units; a plan of 100 bytes, which keeps the shares readable.

export const at = (text: string): Date => new Date(text.includes('T') ? text : `${text}T00:00Z`)
export const paid = (amount: number, origin = 1): Fund => ({ origin, amount, outside: true })
export const given = (amount: number, origin = 9): Fund => ({ origin, amount, outside: false })
let lastId = 0
export function term(funds: number | Fund[], start: string, end: string | null, cycles = 1): Bought {
  const list = typeof funds === 'number' ? [paid(funds)] : funds
  return { id: ++lastId, funds: list, start: at(start), end: end === null ? null : at(end), cycles, isPack: false, bytes: 0 }
}
export const year = (funds: number | Fund[] = 30_000): Bought => term(funds, '2027-01-01', '2028-01-01', 12)
export const january = (funds: number | Fund[] = 3000): Bought => term(funds, '2027-01-01', '2027-02-01')
export const february = (funds: number | Fund[] = 3000): Bought => term(funds, '2027-02-01', '2027-03-01')
export const pack = (funds: number | Fund[], bytes = 100): Bought => ({ ...january(funds), isPack: true, bytes })
export const service = (end: string | null, traffic: TrafficEvent[] = [], anchorDay = 1, zone = 'UTC'): Service => ({
  end: end === null ? null : at(end),
  anchorDay,
  zone,
  bytes: 100,
  traffic,
})
export const used = (bytes: number): TrafficEvent => ({ used: bytes })
export const gift = (bytes: number): TrafficEvent => ({ gift: bytes })
export const reset = (order: Bought): TrafficEvent => ({ packId: order.id, bytes: order.bytes })
export const standing = (balance: Fund[], orders: Bought[], now: Service = service('2028-01-01'), debt = 0): Standing => ({
  balance,
  orders,
  service: now,
  debt,
})
