import { AppError } from '../errors.ts'
import type { Count, Counters } from './limit-counters.ts'

/** Points per key within a window; all processes count together. */
export type Limit = {
  /** Takes a point and returns when its window ends. Throws `limit.exceeded` with the seconds to wait when none is left. */
  take: (key: string) => Promise<Date>
  /** Throws as `take` does when none is left, but takes none. */
  check: (key: string) => Promise<void>
  clear: (key: string) => Promise<void>
  /** Gives back a point taken from the window that ends then. */
  giveBack: (key: string, windowEnd: Date) => Promise<void>
  /** How `guess` uses the limit. */
  guessing: Guessing
}

/**
 * A point is taken before a guess is checked. After a right guess, `returned` gives the point back and `cleared` forgets all wrong
 * ones. `afterwards`: only a wrong guess takes a point, so that members of one network do not block each other.
 */
export type Guessing = 'returned' | 'cleared' | 'afterwards'
type Figures = { points: number; seconds: number; guessing?: Guessing }

const MINUTE = 60
const HOUR = 60 * MINUTE

/** The limits. */
const figures = {
  /** Wrong passwords for one account from one network. */
  passwordHere: { points: 5, seconds: 15 * MINUTE, guessing: 'cleared' },
  /** Wrong passwords for one account from anywhere: high, so that a stranger cannot lock the owner out. */
  passwordAnywhere: { points: 30, seconds: HOUR, guessing: 'cleared' },
  /** Wrong passwords from one network, for any account. */
  passwordByAddress: { points: 50, seconds: HOUR },
  /** Codes sent: to one address from one network (also the wait between two), to one address, from one network, and by the site. */
  codeAgain: { points: 1, seconds: MINUTE },
  codesByAddress: { points: 5, seconds: HOUR },
  codesByNetwork: { points: 30, seconds: HOUR },
  mailsOfSite: { points: 2000, seconds: HOUR },
  smsOfSite: { points: 300, seconds: HOUR },
  /** Links in mails followed from one network. */
  mailLinks: { points: 60, seconds: HOUR },
  /** Downloads of one's own data: each reads everything. */
  exportsByAccount: { points: 5, seconds: HOUR },
  /** Staff invitations looked at or accepted from one network. */
  invitesByAddress: { points: 100, seconds: HOUR },
  registerByAddress: { points: 10, seconds: HOUR },
  /** Requests for unknown links from one network. */
  unknownLink: { points: 60, seconds: MINUTE },
  /** Fetches of one link that choose nodes: each choice needs its own profile. */
  chosenNodes: { points: 60, seconds: MINUTE },
  /** Wrong node secrets from one network. */
  nodeSecret: { points: 60, seconds: MINUTE },
  ordersByAccount: { points: 30, seconds: MINUTE },
  quotesByAccount: { points: 120, seconds: MINUTE },
  checkoutsByAccount: { points: 30, seconds: MINUTE },
  /** Files uploaded to prove payments: each is kept, even when its order ends. */
  proofFilesByAccount: { points: 30, seconds: 24 * HOUR },
  /** Wrong coupon codes. */
  wrongCouponByAccount: { points: 5, seconds: MINUTE },
  wrongCouponByAddress: { points: 5, seconds: MINUTE, guessing: 'afterwards' },
  /** Wrong redeem codes by one account, and from one network. */
  redeemByAccount: { points: 5, seconds: MINUTE },
  redeemByAddress: { points: 5, seconds: MINUTE },
  /** Transfers and withdrawals of commission. */
  payoutsByAccount: { points: 30, seconds: MINUTE },
  deviceResets: { points: 3, seconds: HOUR },
  inviteViewsByAddress: { points: 30, seconds: MINUTE },
  /** Searches for members, orders and nodes in the console: each looks in several tables. */
  searchesByAccount: { points: 120, seconds: MINUTE },
  /** Version and configuration calls by apps of one network. */
  appCallsByAddress: { points: 120, seconds: MINUTE },
} satisfies Record<string, Figures>

export type Limits = Record<keyof typeof figures, Limit>

export function createLimits(counters: Counters): Limits {
  const made = Object.entries<Figures>(figures).map(([name, figure]) => [name, limit(counters, name, figure)])
  // One limit per entry of `figures`.
  return Object.fromEntries(made) as Limits
}

function limit(counters: Counters, name: string, { points, seconds, guessing = 'returned' }: Figures): Limit {
  const named = (key: string): string => `${name}:${key}`
  const refuse = ({ endsAt }: Count): AppError => {
    const wait = Math.max(1, Math.ceil((endsAt.getTime() - counters.now().getTime()) / 1000))
    return new AppError('limit.exceeded', { details: { retry_after: wait } })
  }
  return {
    guessing,
    take: async (key) => {
      const taken = await counters.take(named(key), seconds)
      if (taken.points > points) throw refuse(taken)
      return taken.endsAt
    },
    check: async (key) => {
      const found = await counters.read(named(key))
      if (found && found.points >= points) throw refuse(found)
    },
    clear: (key) => counters.clear(named(key)),
    giveBack: (key, windowEnd) => counters.giveBack(named(key), windowEnd),
  }
}
