// What the computation takes on a quiet machine with two cores.
const QUIET_MS = 250

/**
 * How many times longer than on a quiet machine things take now, at least 1. Every timeout of the tests is multiplied by it. Measured
 * once a run: child processes inherit it.
 */
export const slowness = Number((process.env['SLOWNESS'] ??= measureSlowness().toFixed(2)))

export function measureSlowness(): number {
  const began = performance.now()
  let sum = 0
  for (let i = 0; i < 700_000; i++) sum += JSON.stringify({ id: i, name: `row ${i}`, tags: [i, i + 1, i + 2] }).length
  return Math.max(1, (performance.now() - began) / QUIET_MS)
}
