/** Whole hours and minutes between two times; `until` in milliseconds since 1970. */
export function lasted(from: string, until: number): { h: number; m: number } {
  const minutes = Math.max(0, Math.round((until - Date.parse(from)) / 60_000))
  return { h: Math.floor(minutes / 60), m: minutes % 60 }
}
