/** Whole days, and the rest as `hh:mm:ss`. A started second counts in full. Negative times count as zero. */
export function clockOf(ms: number): { days: number; clock: string } {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (n: number): string => String(Math.floor(n)).padStart(2, '0')
  return {
    days: Math.floor(seconds / 86_400),
    clock: `${two((seconds % 86_400) / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`,
  }
}
