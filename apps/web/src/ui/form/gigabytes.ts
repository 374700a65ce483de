const GIGABYTE = 2 ** 30

/** The content of a number field in bytes; NaN if the field is empty. */
export function toBytes(gigabytes: number | string): number {
  return gigabytes === '' ? Number.NaN : Math.round(Number(gigabytes) * GIGABYTE)
}

/** Bytes as gigabytes for a number field. For whole megabytes, saving them again gives the same bytes. */
export function toGigabytes(bytes: number): number {
  return Number((bytes / GIGABYTE).toFixed(6))
}
