/** Only the differing fields, so that saving leaves others' changes alone. */
export function changedFields<T extends Record<string, unknown>>(before: T, now: T): Partial<T> {
  const changed = Object.entries(now).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
  return Object.fromEntries(changed) as Partial<T>
}
