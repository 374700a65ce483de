/** `percent` of an amount in minor units; halves round up. */
export function percentOf(amount: number, percent: number): number {
  return Number((BigInt(amount) * BigInt(percent) + 50n) / 100n)
}

/** The part of an amount, rounded down, in minor units: `amount × part ÷ whole`. `whole` is above zero. */
export function shareOf(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
}
