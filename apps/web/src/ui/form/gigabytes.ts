const GIGABYTE = 2 ** 30

/** What a number field holds, as bytes; NaN for an empty one. */
export function toBytes(gigabytes: number | string): number {
  return gigabytes === '' ? Number.NaN : Math.round(Number(gigabytes) * GIGABYTE)
}

/** Bytes for a number field: exact enough that saving it again gives the same bytes for whole megabytes. */
export function toGigabytes(bytes: number): number {
  return Number((bytes / GIGABYTE).toFixed(6))
}
