/** Does work while its cost fits; more waits, first come first served. A cost above the total runs alone. */
export type Budget = <T>(cost: number, work: () => Promise<T>) => Promise<T>

/** For work whose memory or processor time must stay bounded, whatever arrives at once. */
export function createBudget(total: number): Budget {
  let left = total
  const waiting: { cost: number; start: () => void }[] = []
  const next = (): void => {
    for (let first = waiting[0]; first && first.cost <= left; first = waiting[0]) {
      waiting.shift()
      left -= first.cost
      first.start()
    }
  }
  return async (asked, work) => {
    const cost = Math.min(asked, total)
    await new Promise<void>((start) => {
      waiting.push({ cost, start })
      next()
    })
    try {
      return await work()
    } finally {
      left += cost
      next()
    }
  }
}
