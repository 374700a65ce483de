/** The content of an optional number field: null if it is empty, NaN if it is not a number. */
export function numberOrNull(value: number | string): number | null {
  return value === '' ? null : Number(value)
}
