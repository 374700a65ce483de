/** Hundredths of a percent as text: 9997 → 99.97; 10,000 → 100. */
export function percentOf(uptime: number): string {
  return uptime === 10_000 ? '100' : (uptime / 100).toFixed(2)
}
