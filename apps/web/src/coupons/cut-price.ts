/** A price after a discount, as orders have it: half a minor unit of the discount is rounded up, and nothing costs less than 0. */
export function cutPrice(price: number, kind: 'percent' | 'amount', value: number): number {
  const off = kind === 'amount' ? value : Math.floor((price * value + 50) / 100)
  return Math.max(0, price - off)
}
