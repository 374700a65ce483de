/** A payment: what was asked for in the order's currency, and the same in what the gateway charges in. Both above zero. */
export type Worth = { amount: number; payAmount: number }
/** What of a payment has gone back, or is on its way, in both. */
export type Returned = { value: number; pay: number }

/** Giving back so much more of the order's currency: rounded down in total, and exact when the last of it goes. */
export function returnValue({ amount, payAmount }: Worth, before: Returned, value: number): Returned {
  const total = before.value + value
  const pay = total >= amount ? payAmount : Number((BigInt(payAmount) * BigInt(total)) / BigInt(amount))
  return { value: total, pay: Math.max(before.pay, pay) }
}

/** The gateway took back so much more in its own currency. */
export function returnPay({ amount, payAmount }: Worth, before: Returned, pay: number): Returned {
  const total = before.pay + pay
  return { pay: total, value: Math.max(before.value, valueOf({ amount, payAmount }, total)) }
}

/** What so much of the gateway's currency is worth in the order's, rounded down; also of more than was asked for. */
export function valueOf({ amount, payAmount }: Worth, pay: number): number {
  return Number((BigInt(amount) * BigInt(pay)) / BigInt(payAmount))
}
