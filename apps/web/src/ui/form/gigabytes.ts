const GIGABYTE = 2 ** 30

/** The content of a number field in bytes; NaN if the field is empty. */
export function toBytes(gigabytes: number | string): number {
  return gigabytes === '' ? Number.NaN : Math.round(Number(gigabytes) * GIGABYTE)
}

/**
 * Bytes as gigabytes for a number field. With six decimals, saving whole megabytes again gives the same bytes; fewer are for what is
 * sent only once somebody changes it.
 */
export function toGigabytes(bytes: number, decimals = 6): number {
  return Number((bytes / GIGABYTE).toFixed(decimals))
}
