import type { ChallengeType } from '@portico/contract/challenges'
import { AppError } from '../errors.ts'
import { widerNetwork } from './client-address.ts'
import type { Counters } from './limit-counters.ts'

/** A point that was taken: each counter it was taken from, and when that counter's window ends. */
export type Point = { counter: string; endsAt: Date }[]

/**
 * Points per key within a window; all processes count together. A key that is or ends with an IPv6 /64 also counts for its /48, which
 * has more points. `solved`: the caller has just solved a challenge.
 */
export type Limit = {
  /**
   * Takes a point. Throws `limit.exceeded` with the seconds to wait when none is left, and `challenge.required` above the soft number
   * unless a challenge was solved.
   */
  take: (key: string, solved?: boolean) => Promise<Point>
  /** Throws as `take`, but takes no point. */
  check: (key: string, solved?: boolean) => Promise<void>
  /** Points taken in the current window. */
  count: (key: string) => Promise<number>
  clear: (key: string) => Promise<void>
  giveBack: (point: Point) => Promise<void>
  /** When `guess` takes and returns points of this limit. */
  guessing: Guessing
}

/**
 * A point is taken before a guess is checked. After a right guess, `returned` gives the point back and `cleared` forgets all wrong
 * ones. `afterwards`: only a wrong guess takes a point, so that members of one network do not block each other.
 */
export type Guessing = 'returned' | 'cleared' | 'afterwards'
/** `soft`: from this number of points on, each further one needs a solved challenge. `points` may then be Infinity. */
type Figures = { points: number; seconds: number; guessing?: Guessing; soft?: { points: number; challenge: ChallengeType } }

/** Factor of a /48's points over a /64's. A household, an office and a mobile network can all be that large. */
const WIDER = 20

const MINUTE = 60
const HOUR = 60 * MINUTE

/** All limits: points per window in seconds. */
const figures = {
  /** Wrong passwords in one session: a stolen one must not use up the owner's tries. */
  passwordAgain: { points: 5, seconds: 15 * MINUTE, guessing: 'cleared' },
  /** Wrong passwords for one account from a browser it knows; what strangers try does not count here. */
  passwordKnown: { points: 10, seconds: 15 * MINUTE, guessing: 'cleared' },
  /** Wrong passwords for one account from one network. */
  passwordHere: { points: 20, seconds: HOUR, guessing: 'cleared', soft: { points: 5, challenge: 'login' } },
  /** Wrong passwords for one account from anywhere: never refused, so that strangers cannot lock the owner out of a new browser. */
  passwordAnywhere: { points: Infinity, seconds: HOUR, guessing: 'cleared', soft: { points: 20, challenge: 'login' } },
  /** Wrong passwords from one network, for any account. */
  passwordByNetwork: { points: 300, seconds: HOUR, soft: { points: 30, challenge: 'login' } },
  /**
   * Wrong second factors for one account, from browsers that are known and from others: only those who passed the first factor get here,
   * and even they cannot lock out the owner's browsers.
   */
  secondFactor: { points: 20, seconds: HOUR },
  /** Challenges for passkeys given to visitors of one network. */
  passkeysByNetwork: { points: 120, seconds: MINUTE },
  /** Codes sent: per address and network (also the pause between two), per address, per network, and by the whole site. */
  codeAgain: { points: 1, seconds: MINUTE },
  codesByAddress: { points: 5, seconds: HOUR },
  codesByNetwork: { points: 60, seconds: HOUR, soft: { points: 5, challenge: 'code' } },
  /** Wrong codes from one network, for any address. */
  codeTriesByNetwork: { points: 100, seconds: HOUR, guessing: 'afterwards' },
  mailsOfSite: { points: 1000, seconds: HOUR, soft: { points: 300, challenge: 'code' } },
  smsOfSite: { points: 300, seconds: HOUR, soft: { points: 30, challenge: 'code' } },
  /** Links in mails followed from one network. */
  mailLinks: { points: 60, seconds: HOUR },
  /** Downloads of a member's own data, which read everything. */
  exportsByAccount: { points: 5, seconds: HOUR },
  /** Staff invitations looked at or accepted from one network. */
  invitesByAddress: { points: 100, seconds: HOUR },
  /** Trips to another site to sign in, from one network. */
  siteStartsByAddress: { points: 300, seconds: HOUR },
  registerByAddress: { points: 60, seconds: HOUR, soft: { points: 10, challenge: 'register' } },
  /** Challenges solved from one network: they get harder, never refused. */
  challengesByNetwork: { points: Infinity, seconds: HOUR },
  /** Requests for unknown links from one network. */
  unknownLink: { points: 60, seconds: MINUTE },
  /** Fetches of one link that choose nodes: each choice needs its own profile. */
  chosenNodes: { points: 60, seconds: MINUTE },
  /** Wrong node secrets from one network. */
  nodeSecret: { points: 60, seconds: MINUTE },
  /** Tests that members send to themselves. */
  reminderTestsByAccount: { points: 10, seconds: HOUR },
  ordersByAccount: { points: 30, seconds: MINUTE },
  quotesByAccount: { points: 120, seconds: MINUTE },
  checkoutsByAccount: { points: 30, seconds: MINUTE },
  /** Files uploaded to prove payments: each is kept, even when its order ends. */
  proofFilesByAccount: { points: 30, seconds: 24 * HOUR },
  /** Avatars uploaded by a member. */
  avatarsByAccount: { points: 10, seconds: HOUR },
  /** Wrong coupon codes, per account and per network. */
  wrongCouponByAccount: { points: 5, seconds: MINUTE },
  wrongCouponByAddress: { points: 5, seconds: MINUTE, guessing: 'afterwards' },
  /** Wrong redeem codes by one account, and from one network. */
  redeemByAccount: { points: 5, seconds: MINUTE },
  redeemByAddress: { points: 5, seconds: MINUTE },
  /** Transfers and withdrawals of commission. */
  payoutsByAccount: { points: 30, seconds: MINUTE },
  /** Tickets, their messages and their files, per account. */
  ticketsByAccount: { points: 10, seconds: 24 * HOUR },
  ticketMessagesByAccount: { points: 30, seconds: MINUTE },
  ticketFilesByAccount: { points: 60, seconds: HOUR },
  /** Wrong secrets of mail services, from one network. */
  mailCallsByNetwork: { points: 30, seconds: HOUR },
  /** Texts checked for grammar, per account. */
  grammarByAccount: { points: 30, seconds: MINUTE },
  devicesAdded: { points: 30, seconds: HOUR },
  deviceResets: { points: 3, seconds: HOUR },
  inviteViewsByAddress: { points: 30, seconds: MINUTE },
  /** Reports of errors in pages. */
  errorReportsByNetwork: { points: 30, seconds: MINUTE },
  /** Test mails and SMS sent from the console. */
  testMessagesByAccount: { points: 30, seconds: HOUR },
  /** Searches for members, orders and nodes in the console: each looks in several tables. */
  searchesByAccount: { points: 120, seconds: MINUTE },
  /** Searches on the site, by one network of visitors or by one account. */
  siteSearches: { points: 120, seconds: MINUTE },
  /** Version and configuration calls by apps of one network. */
  appCallsByAddress: { points: 120, seconds: MINUTE },
} satisfies Record<string, Figures>

export type Limits = Record<keyof typeof figures, Limit>

export function createLimits(counters: Counters): Limits {
  const made = Object.entries<Figures>(figures).map(([name, figure]) => [name, limit(counters, name, figure)])
  // One limit per entry of `figures`.
  return Object.fromEntries(made) as Limits
}

/** Makes the limit `name`. */
export function limit(counters: Counters, name: string, { points, seconds, guessing = 'returned', soft }: Figures): Limit {
  const named = (key: string): string => `${name}:${key}`
  const all = (key: string): [counter: string, factor: number][] => {
    const wider = widerNetwork(key)
    return [[named(key), 1], ...(wider === null ? [] : [[named(wider), WIDER] satisfies [string, number]])]
  }
  const refusal = (taken: number, endsAt: Date, factor: number, solved: boolean): AppError | null => {
    if (taken >= points * factor) {
      const wait = Math.max(1, Math.ceil((endsAt.getTime() - counters.now().getTime()) / 1000))
      return new AppError('limit.exceeded', { details: { retry_after: wait } })
    }
    if (!soft || solved || taken < soft.points * factor) return null
    return new AppError('challenge.required', { details: { type: soft.challenge } })
  }
  const giveBack = async (point: Point): Promise<void> => {
    await Promise.all(point.map(({ counter, endsAt }) => counters.giveBack(counter, endsAt)))
  }
  return {
    guessing,
    take: async (key, solved = false) => {
      const point: Point = []
      // The /64 first: what it refuses must not use up the points of its neighbours.
      for (const [counter, factor] of all(key)) {
        const taken = await counters.take(counter, seconds)
        const refused = refusal(taken.points - 1, taken.endsAt, factor, solved)
        if (refused?.code === 'challenge.required') await counters.giveBack(counter, taken.endsAt)
        if (refused) {
          await giveBack(point)
          throw refused
        }
        point.push({ counter, endsAt: taken.endsAt })
      }
      return point
    },
    check: async (key, solved = false) => {
      await Promise.all(
        all(key).map(async ([counter, factor]) => {
          const found = await counters.read(counter)
          const refused = found && refusal(found.points, found.endsAt, factor, solved)
          if (refused) throw refused
        }),
      )
    },
    count: async (key) => (await counters.read(named(key)))?.points ?? 0,
    clear: async (key) => void (await Promise.all(all(key).map(([counter]) => counters.clear(counter)))),
    giveBack,
  }
}
