/** Halves round up. */
export function percentOf(amount: number, percent: number): number {
  return Number((BigInt(amount) * BigInt(percent) + 50n) / 100n)
}
