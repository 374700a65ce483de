const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P', 'E']

/** 1536 → '1.5 kB', 1000 × 2³⁰ → '1,000 GB'. At most two decimals, fewer for large figures; negative amounts keep their sign. */
export function formatBytes(bytes: number, base: 1000 | 1024 = 1024): string {
  return written(bytes, base, (value, digits) => String(Number(value.toFixed(digits))))
}

/** Like `formatBytes`, but keeps trailing zeros so that figures in one column line up: '35.0 GB' beside '35.6 GB'. */
export function evenBytes(bytes: number): string {
  return written(bytes, 1024, (value, digits) => value.toFixed(digits))
}

/** Ticks from zero to at least `most` bytes: about four round steps in one unit, which only the top tick names. */
export function byteScale(most: number): { ticks: number[]; tickText: (bytes: number, isTop: boolean) => string } {
  // From 1000 of a unit on, the steps are round in the next one.
  const power = Math.max(0, Math.floor(Math.log(Math.max(1, most) * 1.024) / Math.log(1024)))
  const unit = 1024 ** power
  const rough = Math.max(most, 4) / unit / 4
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * size >= rough) ?? 10) * size
  const ticks = Array.from({ length: Math.max(1, Math.ceil(most / unit / step)) + 1 }, (_, i) => i * step * unit)
  const tickText = (bytes: number, isTop: boolean): string => {
    const figure = String(Number((bytes / unit).toFixed(2)))
    return isTop ? `${figure} ${PREFIXES[power]}B` : figure
  }
  return { ticks, tickText }
}

function places(value: number): number {
  return value >= 100 ? 0 : value >= 10 ? 1 : 2
}

function written(bytes: number, base: 1000 | 1024, figure: (value: number, digits: number) => string): string {
  const sign = bytes < 0 ? '−' : ''
  let value = Math.abs(bytes)
  let step = 0
  // 1023.99 of one unit is shown as 1 of the next.
  while (step < PREFIXES.length - 1 && Number(value.toFixed(places(value))) >= base) {
    value /= base
    step += 1
  }
  const shown = figure(value, step === 0 ? 0 : places(value))
  return `${sign}${shown.replace(/^\d(?=\d{3}$)/, '$&,')} ${PREFIXES[step]}B`
}
