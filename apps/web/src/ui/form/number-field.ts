/** What an optional number field holds: null when it is empty, NaN when it is no number. */
export function numberOrNull(value: number | string): number | null {
  return value === '' ? null : Number(value)
}
