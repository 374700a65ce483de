/** Most finds per kind; the list has more. */
export const MOST_PER_KIND = 6

/** The id that a text names, such as `12` or `#12`. */
export function numberIn(q: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(q)?.[1]
  return digits === undefined ? null : Number(digits)
}
