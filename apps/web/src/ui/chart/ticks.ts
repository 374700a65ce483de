/** Marks from zero to at least `most`: two to five steps of 1, 2 or 5 times a power of ten, never below `least`. */
export function niceTicks(most: number, least = 1): number[] {
  const rough = Math.max(most / 4, least)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough
  const steps = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: steps + 1 }, (_, i) => i * step)
}
