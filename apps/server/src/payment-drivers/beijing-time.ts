const OFFSET_MS = 8 * 3_600_000

/** 2026-11-21T17:00:00+08:00, as the gateways of the mainland want it. There is no summer time. */
export function beijingTime(at: Date): string {
  return `${new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 19)}+08:00`
}
