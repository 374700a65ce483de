import { RateLimiterMemory } from 'rate-limiter-flexible'
import { AppError } from '../errors.ts'

/** Points within a window, by key. */
export type Limit = {
  /** Takes a point. Throws `limit.exceeded` with the seconds to wait when there is none left. */
  take: (key: string) => Promise<void>
  /** Throws as `take` does when nothing is left, but takes nothing. */
  check: (key: string) => Promise<void>
  clear: (key: string) => Promise<void>
  /** Returns a point that was taken for nothing. */
  giveBack: (key: string) => Promise<void>
}

export function limit(points: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  const refuse = (ms: number): AppError => {
    const seconds = Math.max(1, Math.ceil(ms / 1000))
    return new AppError('limit.exceeded', { details: { retry_after: seconds } })
  }
  return {
    take: async (key) => {
      const taken = await limiter.penalty(key)
      if (taken.consumedPoints > points) throw refuse(taken.msBeforeNext)
    },
    check: async (key) => {
      const state = await limiter.get(key)
      if (state && state.consumedPoints >= points) throw refuse(state.msBeforeNext)
    },
    clear: async (key) => {
      await limiter.delete(key)
    },
    giveBack: async (key) => {
      await limiter.reward(key)
    },
  }
}

/** The limits in force, with factory figures. Kept by each process for itself. */
export function createLimits() {
  return {
    /** Wrong passwords for one account from one network. */
    passwordHere: limit(5, 15 * 60),
    /** Wrong passwords for one account from anywhere: high, so that a stranger cannot lock somebody out. */
    passwordAnywhere: limit(30, 60 * 60),
    /** Wrong passwords from one network, whatever the account. */
    passwordByAddress: limit(50, 60 * 60),
    /** Staff invitations looked at or accepted from one network. */
    invitesByAddress: limit(100, 60 * 60),
    registerByAddress: limit(10, 60 * 60),
    /** Unknown links asked for by one network. */
    unknownLink: limit(60, 60),
    /** Fetches of one link that choose their nodes: each choice is a profile to be made. */
    chosenNodes: limit(60, 60),
    /** Wrong node secrets from one network. */
    nodeSecret: limit(60, 60),
    ordersByAccount: limit(30, 60),
    quotesByAccount: limit(120, 60),
    checkoutsByAccount: limit(30, 60),
    /** Files that prove payments: each is kept, whatever becomes of its order. */
    proofFilesByAccount: limit(30, 24 * 60 * 60),
    /** Coupon codes that lead nowhere. */
    wrongCouponByAccount: limit(5, 60),
    wrongCouponByAddress: limit(5, 60),
    /** Wrong redeem codes tried by one account, and from one network. */
    redeemByAccount: limit(5, 60),
    redeemByAddress: limit(5, 60),
    /** Transfers and withdrawals of commission. */
    payoutsByAccount: limit(30, 60),
    deviceResets: limit(3, 60 * 60),
    inviteViewsByAddress: limit(30, 60),
    /** Versions and configurations asked for by apps of one network. */
    appCallsByAddress: limit(120, 60),
  }
}
export type Limits = ReturnType<typeof createLimits>
