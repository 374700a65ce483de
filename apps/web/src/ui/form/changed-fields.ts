/** Only the fields that differ, so that a save leaves alone what someone else has changed meanwhile. */
export function changedFields<T extends Record<string, unknown>>(before: T, now: T): Partial<T> {
  const changed = Object.entries(now).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
  return Object.fromEntries(changed) as Partial<T>
}
