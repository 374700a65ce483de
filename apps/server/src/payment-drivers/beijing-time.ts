const OFFSET_MS = 8 * 3_600_000

/** 2026-11-21T17:00:00+08:00, as mainland gateways expect. There is no daylight saving time. */
export function beijingTime(at: Date): string {
  return `${new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 19)}+08:00`
}
