/** Highest of the values, and its multiple of the others' median; null: too few. */
export function standOut(values: number[]): { at: number; times: number } | null {
  if (values.length < 3) return null
  const at = values.indexOf(Math.max(...values))
  const others = values.toSpliced(at, 1).toSorted((a, b) => a - b)
  const usual = ((others[(others.length - 1) >> 1] ?? 0) + (others[others.length >> 1] ?? 0)) / 2
  return usual > 0 ? { at, times: (values[at] ?? 0) / usual } : null
}
