const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E']

/** 1536 → '1.5 kB'. At most two decimals, fewer for large figures; negative amounts keep their sign. */
export function formatBytes(bytes: number, base: 1000 | 1024 = 1024): string {
  const sign = bytes < 0 ? '-' : ''
  let value = Math.abs(bytes)
  let step = 0
  // 1023.99 of one unit is shown as 1 of the next.
  while (step < PREFIXES.length - 1 && Number(value.toFixed(places(value))) >= base) {
    value /= base
    step += 1
  }
  const shown = Number(value.toFixed(step === 0 ? 0 : places(value)))
  return `${sign}${shown} ${PREFIXES[step]}B`
}

/** Ticks of a scale from zero to at least `most` bytes: about four steps, at round amounts of the unit that suits `most`. */
export function byteTicks(most: number): number[] {
  if (most === 0) return [0]
  const unit = 1024 ** Math.floor(Math.log(most) / Math.log(1024))
  const rough = most / unit / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((size) => size * power >= rough) ?? 10) * power * unit
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step)
}

function places(value: number): number {
  return value >= 100 ? 0 : value >= 10 ? 1 : 2
}
