const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E']

/** 1536 → '1.5 kB'. At most two decimals, fewer for large figures; negative amounts keep their sign. */
export function formatBytes(bytes: number, base: 1000 | 1024 = 1024): string {
  const sign = bytes < 0 ? '-' : ''
  let value = Math.abs(bytes)
  let step = 0
  // 1023.99 of one unit reads as 1 of the next.
  while (step < PREFIXES.length - 1 && Number(value.toFixed(places(value))) >= base) {
    value /= base
    step += 1
  }
  const shown = Number(value.toFixed(step === 0 ? 0 : places(value)))
  return `${sign}${shown} ${PREFIXES[step]}B`
}

function places(value: number): number {
  return value >= 100 ? 0 : value >= 10 ? 1 : 2
}
