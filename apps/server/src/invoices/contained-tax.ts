/** The tax contained in an amount, to the nearest minor unit. */
export function containedTax(amount: number, rate: number): number {
  const [part, whole] = [BigInt(amount) * BigInt(rate), BigInt(10_000 + rate)]
  return Number((2n * part + whole) / (2n * whole))
}
