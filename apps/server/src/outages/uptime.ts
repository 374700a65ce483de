/** Start and end in milliseconds. */
export type Span = { from: number; to: number }
/** A node: when it was created, and its outages. */
export type Watched = { since: number; outages: Span[] }

/** How long nodes were up in a span, in hundredths of a percent; null when none existed yet. */
export function uptimeOf(nodes: Watched[], { from, to }: Span): number | null {
  let there = 0
  let lost = 0
  for (const { since, outages } of nodes) {
    const begin = Math.max(from, since)
    if (begin >= to) continue
    there += to - begin
    for (const outage of outages) lost += Math.max(0, Math.min(to, outage.to) - Math.max(begin, outage.from))
  }
  // Rounded down: a node that was down for a minute was not up all day.
  return there === 0 ? null : Math.floor((10_000 * (there - lost)) / there)
}
