/** Which of these whole periods is the highest, and how many times the usual one (the middle of the others) it is. null: too few to say. */
export function standOut(values: number[]): { at: number; times: number } | null {
  if (values.length < 3) return null
  const at = values.indexOf(Math.max(...values))
  const others = values.toSpliced(at, 1).toSorted((a, b) => a - b)
  const usual = ((others[(others.length - 1) >> 1] ?? 0) + (others[others.length >> 1] ?? 0)) / 2
  return usual > 0 ? { at, times: (values[at] ?? 0) / usual } : null
}
