export type Ancestor = { accountId: number; level: number; closed: boolean; rate: number | null }
export type Share = { accountId: number; level: number; rate: number; amount: number }

/**
 * Who gets what of an order's commission. It is the direct inviter's percent (null: the site's, 0: nothing) of what was
 * received; each level gets its share of that, and a level that pays nobody leaves its share to nobody. Rounded down, so
 * the shares together are never more than the commission.
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
    // Percent of a percent: hundredths of a percent, exactly.
    const effective = percent * (shares[level - 1] ?? 0)
    const amount = Number((BigInt(baseAmount) * BigInt(effective)) / 10_000n)
    return amount > 0 ? [{ accountId, level, rate: effective, amount }] : []
  })
}

/** What of a commission is lost when so much of its base went back. Rounded up: nothing stays that was not received. */
export function reversedPart(amount: number, refunded: number, base: number): number {
  if (refunded >= base) return amount
  if (refunded <= 0) return 0
  return Number((BigInt(amount) * BigInt(refunded) + BigInt(base) - 1n) / BigInt(base))
}
