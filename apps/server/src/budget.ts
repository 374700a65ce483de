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

/** Does one work of each at a time: who asks for more waits for their own, and nobody for theirs. */
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
