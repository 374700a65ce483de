/** The name of a copy that no other has: `Basic` → `Basic (2)` → `Basic (3)`. `most`: characters it may have. */
export function nextName(name: string, taken: readonly string[], most: number): string {
  const base = name.replace(/ \(\d{1,4}\)$/, '')
  const named = (n: number): string => {
    const end = ` (${n})`
    return base.slice(0, most - end.length).trimEnd() + end
  }
  let n = 2
  while (taken.includes(named(n))) n++
  return named(n)
}
