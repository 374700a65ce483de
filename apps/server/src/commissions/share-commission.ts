export type Ancestor = { accountId: number; level: number; closed: boolean; rate: number | null }
export type Share = { accountId: number; level: number; rate: number; amount: number }

/**
 * Splits a commission: `rate` percent of the received amount (null: the site's; 0: none), shared by level. A level without receiver loses
 * its share. Rounds down.
 */
export function shareCommission(
  baseAmount: number,
  ancestors: readonly Ancestor[],
  { rate, shares }: { rate: number; shares: readonly number[] },
): Share[] {
  const direct = ancestors.find((ancestor) => ancestor.level === 1)
  if (!direct) return []
  const percent = direct.rate ?? rate
  return ancestors.flatMap(({ accountId, level, closed, rate: own }) => {
    if (closed || own === 0) return []
    // Percent of a percent: exact in hundredths of a percent.
    const effective = percent * (shares[level - 1] ?? 0)
    const amount = Number((BigInt(baseAmount) * BigInt(effective)) / 10_000n)
    return amount > 0 ? [{ accountId, level, rate: effective, amount }] : []
  })
}

/**
 * The part of a commission that is lost when `refunded` of its `base` went back. Rounded up: nobody keeps a share
 * of money that was returned.
 */
export function reversedPart(amount: number, refunded: number, base: number): number {
  if (refunded >= base) return amount
  if (refunded <= 0) return 0
  return Number((BigInt(amount) * BigInt(refunded) + BigInt(base) - 1n) / BigInt(base))
}
