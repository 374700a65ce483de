/** The tax contained in an amount, to the nearest minor unit. */
export function containedTax(amount: number, rate: number): number {
  const [part, whole] = [BigInt(amount) * BigInt(rate), BigInt(10_000 + rate)]
  return Number((2n * part + whole) / (2n * whole))
}

/** The tax of the next credit note of an invoice. After a full refund no tax is left, however the parts were rounded. */
export function returnedTax(taxed: number, returnedBefore: number, rate: number): number {
  return containedTax(returnedBefore + taxed, rate) - containedTax(returnedBefore, rate)
}
