const GIGABYTE = 2 ** 30

/** The content of a number field in bytes; NaN if the field is empty. */
export function toBytes(gigabytes: number | string): number {
  return gigabytes === '' ? Number.NaN : Math.round(Number(gigabytes) * GIGABYTE)
}

/** Bytes as gigabytes. Six decimals restore whole megabytes exactly; fewer are for values sent only when changed. */
export function toGigabytes(bytes: number, decimals = 6): number {
  return Number((bytes / GIGABYTE).toFixed(decimals))
}
