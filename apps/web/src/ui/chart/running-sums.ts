import type { Bar } from './bar.ts'

/** Each bar as the sum up to it. What it adds itself stands with what else is known of it. */
export function runningSums(bars: Bar[], format: (value: number) => string): Bar[] {
  let [sum, before] = [0, 0]
  return bars.map((bar) => {
    const isAhead = bar.kind === 'ahead'
    sum += bar.value
    before += bar.previous ?? 0
    const added = !isAhead && bar.value !== 0 && `${bar.value > 0 ? '+' : ''}${format(bar.value)}`
    const more = [added, bar.more].filter(Boolean).join(' · ')
    return {
      ...bar,
      value: isAhead ? 0 : sum,
      ...(bar.previous !== undefined && { previous: before }),
      ...(more && { more }),
    }
  })
}
