/** Which days of a chart carry a date at the axis: all of seven; of more, the first, the last and three between. */
export function isMarked(i: number, count: number): boolean {
  if (count <= 7) return true
  return [0, 0.25, 0.5, 0.75, 1].some((share) => Math.round(share * (count - 1)) === i)
}
