export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string }

/** Beyond this limit, everything is shown as replaced: nobody reads such a diff, and finding the shortest one takes long. */
const MAX_DIFFERENCES = 1000

/** The shortest difference between two texts, line by line. Myers' greedy algorithm (http://www.xmailserver.org/diff2.pdf). */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const trace = shortestWay(a, b)
  if (!trace) return [...a.map((text): DiffLine => ({ kind: 'removed', text })), ...b.map((text): DiffLine => ({ kind: 'added', text }))]
  const lines: DiffLine[] = []
  let [x, y] = [a.length, b.length]
  for (let steps = trace.length - 1; steps >= 0; steps--) {
    const reached = trace[steps] ?? new Map<number, number>()
    const k = x - y
    const isDown = k === -steps || (k !== steps && at(reached, k - 1) < at(reached, k + 1))
    const from = isDown ? k + 1 : k - 1
    const [startX, startY] = steps === 0 ? [0, 0] : [at(reached, from), at(reached, from) - from]
    while (x > startX && y > startY) {
      lines.push({ kind: 'same', text: a[--x] ?? '' })
      y--
    }
    if (steps === 0) break
    lines.push(isDown ? { kind: 'added', text: b[--y] ?? '' } : { kind: 'removed', text: a[--x] ?? '' })
  }
  return lines.toReversed()
}

/** Changes with `context` lines around; null: unchanged lines left out. */
export function changesOnly(lines: readonly DiffLine[], context: number): (DiffLine | null)[] {
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - context), index + context + 1).some((line) => line.kind !== 'same'))
  return lines.flatMap((line, index): (DiffLine | null)[] => (near[index] ? [line] : near[index - 1] || index === 0 ? [null] : []))
}

/** How far each diagonal got per difference; null: beyond the limit. */
function shortestWay(a: readonly string[], b: readonly string[]): Map<number, number>[] | null {
  const furthest = new Map<number, number>([[1, 0]])
  const trace: Map<number, number>[] = []
  for (let steps = 0; steps <= Math.min(a.length + b.length, MAX_DIFFERENCES); steps++) {
    trace.push(new Map(furthest))
    for (let k = -steps; k <= steps; k += 2) {
      const isDown = k === -steps || (k !== steps && at(furthest, k - 1) < at(furthest, k + 1))
      let x = isDown ? at(furthest, k + 1) : at(furthest, k - 1) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      furthest.set(k, x)
      if (x >= a.length && x - k >= b.length) return trace
    }
  }
  return null
}

function at(reached: ReadonlyMap<number, number>, k: number): number {
  return reached.get(k) ?? 0
}
