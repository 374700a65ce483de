/** Compares "1.12.0-beta.3" with [1, 12] as numbers; an unknown version counts as current. */
export function atLeast(version: string | null, minimum: readonly number[]): boolean {
  if (version === null) return true
  const parts = version
    .replace(/^v/i, '')
    .split(/[.-]/)
    .map((part) => Number.parseInt(part, 10) || 0)
  for (const [index, least] of minimum.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part > least
  }
  return true
}
