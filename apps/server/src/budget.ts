/** Does work while its cost fits; more waits, first come first served. A cost above the total runs alone. */
export type Budget = <T>(cost: number, work: () => Promise<T>) => Promise<T>

/** Limits the memory or processor time of work that arrives at once. `total`: the sum of costs that may run together. */
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

/** Runs one piece of work per `who` at a time. More of the same `who` waits; others do not wait for it. */
export function oneOfEach(): <T>(who: string, work: () => Promise<T>) => Promise<T> {
  const budgets = new Map<string, { budget: Budget; asked: number }>()
  return async (who, work) => {
    const own = budgets.get(who) ?? { budget: createBudget(1), asked: 0 }
    budgets.set(who, own)
    own.asked++
    try {
      return await own.budget(1, work)
    } finally {
      if (--own.asked === 0) budgets.delete(who)
    }
  }
}
