/** Marks from zero to at least `most`: two to five steps of 1, 2 or 5 times a power of ten, never below `least`. */
export function niceTicks(most: number, least = 1): number[] {
  const rough = Math.max(most / 4, least)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough
  const steps = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: steps + 1 }, (_, i) => i * step)
}

/** About how wide a label of an axis is, in pixels. */
export function labelWidth(text: string): number {
  return 6.5 * text.length + 5.5 * (text.match(/[\u2e80-\uffff]/g)?.length ?? 0)
}

interface Label {
  text: string
  /** Middle of the label, from 0 to 1 of the axis. */
  at: number
  width: number
}

const GAP = 8
/** A peak is this many times the next bar. */
const PEAK = 1.75

/** Labels that fit, in even steps back from the last. `fixed` stays; what it touches goes. */
export function spacedOut(labels: Label[], axis: number, fixed: Label | null = null): Label[] {
  const kept = (every: number): Label[] => labels.filter((_, i) => (labels.length - 1 - i) % every === 0)
  const middle = ({ at, width }: Label): number => Math.min(Math.max(at * axis, width / 2), axis - width / 2)
  const isApart = (a: Label, b: Label): boolean => Math.abs(middle(a) - middle(b)) >= (a.width + b.width) / 2 + GAP
  const fits = (row: Label[]): boolean =>
    row.every((label, i) => {
      const left = row[i - 1]
      return !left || isApart(left, label)
    })
  const every = labels.findIndex((_, i) => fits(kept(i + 1))) + 1
  const row = kept(Math.max(1, every))
  return fixed ? [...row.filter((label) => isApart(label, fixed)), fixed] : row
}

/** Whether a bar has a label: all of seven; of more the first and about four. */
export function isMarked(i: number, count: number): boolean {
  if (count <= 7) return true
  return i % Math.max(2, Math.floor((count - 1) / 4)) === 0
}

/** Screens on which figures fit their bars: all, wide, or none. */
export function fitOf(texts: string[]): 'all' | 'wide' | 'none' {
  const needed = (Math.max(0, ...texts.map(labelWidth)) + 8) * texts.length
  if (needed <= 280) return 'all'
  return needed <= 640 && texts.length <= 14 ? 'wide' : 'none'
}

/** One or two bars far above the rest, whose figures are written on them. */
export function peaksOf(values: number[]): Set<number> {
  const order = values.map((_, i) => i).toSorted((a, b) => (values[b] ?? 0) - (values[a] ?? 0))
  const at = (rank: number): number => values[order[rank] ?? -1] ?? 0
  const count = [1, 2].find((n) => at(n - 1) > 0 && at(n - 1) >= PEAK * at(n)) ?? 0
  return new Set(values.length > count ? order.slice(0, count) : [])
}
