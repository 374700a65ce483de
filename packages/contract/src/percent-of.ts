/** Hundredths of a percent as a figure: 9997 → 99.97, and 100 without decimals. */
export function percentOf(uptime: number): string {
  return uptime === 10_000 ? '100' : (uptime / 100).toFixed(2)
}
