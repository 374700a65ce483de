/** The part of an order's own money that is the payment method's fee, in minor units. It was never part of the price. */
export function feeHeld({ feeAmount }: { feeAmount: number }, own: number): number {
  return Math.min(feeAmount, own)
}
