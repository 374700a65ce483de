import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'

const Zone = z.string().check(
  z.refine((zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
    } catch {
      return false
    }
  }),
)
const WebUrl = z.union([
  z.literal(''),
  z.string().check(
    z.regex(/^https?:\/\/[^\s/?#@]+$/),
    z.refine((text) => URL.canParse(text)),
  ),
])

/** Every setting an operator can change, by its key. Defaults live on the server. */
export const Settings = z.object({
  'site.title': z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** Origin without a slash at the end; empty: the address the process was started with. */
  'site.url': WebUrl,
  'site.email': z.union([z.literal(''), z.email()]),
  'site.index_notice': z.string().check(z.maxLength(500)),
  'site.closed': z.boolean(),
  'site.currency': Currency,
  'site.timezone': Zone,
  'site.registration_open': z.boolean(),
  'order.timeout_minutes': z.int().check(z.gte(5), z.lte(1440)),
  /** A holder of one plan may change to another. */
  'change.enabled': z.boolean(),
  /** What is left of the plan given up counts towards the new one. */
  'change.surplus': z.boolean(),
  'topup.enabled': z.boolean(),
  'topup.min': Amount.check(z.gte(1)),
  'topup.max': Amount.check(z.gte(1)),
  /** The best single tier reached counts. */
  'topup.tiers': z.array(z.object({ amount: Amount, bonus: Amount })).check(z.maxLength(20)),
  'renewal.enabled': z.boolean(),
  /** How long before the end of a term an automatic renewal is first tried. */
  'renewal.hours_before': z.int().check(z.gte(1), z.lte(168)),
  /** Nobody registers without a code that works. */
  'invite.forced': z.boolean(),
  /** How many usable codes a member may have. */
  'invite.limit': z.int().check(z.gte(0), z.lte(100)),
  /** A member's new code opens one account. */
  'invite.single_use': z.boolean(),
  /** Whole percent of what is received for goods, where an inviter has no rate of his own. */
  'commission.rate': z.int().check(z.gte(0), z.lte(100)),
  /** Which orders of an invited member earn. */
  'commission.mode': z.enum(['first', 'every']),
  /** Whole percent of the commission for each level up from the buyer. */
  'commission.shares': z.array(z.int().check(z.gte(0), z.lte(100))).check(
    z.length(3),
    z.refine((shares) => shares.reduce((sum, share) => sum + share, 0) <= 100, 'setting.shares_sum'),
  ),
  /** Days from the payment until a commission is paid. */
  'commission.freeze_days': z.int().check(z.gte(0), z.lte(90)),
  'withdrawal.enabled': z.boolean(),
  'withdrawal.min': Amount.check(z.gte(1)),
  /** Whole percent of what is withdrawn. */
  'withdrawal.fee_percent': z.int().check(z.gte(0), z.lte(50)),
  'withdrawal.methods': z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))).check(z.maxLength(20)),
  'security.require_signature': z.boolean(),
  'security.response_encryption': z.enum(['off', 'on', 'required']),
  /** Origin of subscription links; empty: the site's own. */
  'subscription.url': WebUrl,
  'subscription.update_hours': z.int().check(z.gte(1), z.lte(168)),
  /** What an expired or suspended member's client gets: a profile that says why, or a refusal with text. */
  'subscription.unavailable': z.enum(['notice', 'refuse']),
  /** A link fetched from more networks than this within a day is marked as shared. */
  'subscription.alarm_networks': z.int().check(z.gte(1), z.lte(1000)),
  /** Percent of the quota at which a member is told, once in a cycle. */
  'usage.alert_thresholds': z.array(z.int().check(z.gte(1), z.lte(100))).check(z.maxLength(5)),
  /** Once a day a random amount of traffic between the two. */
  'checkin.enabled': z.boolean(),
  'checkin.min_mb': z.int().check(z.gte(1), z.lte(100_000)),
  'checkin.max_mb': z.int().check(z.gte(1), z.lte(100_000)),
  'node.push_interval': z.int().check(z.gte(10), z.lte(600)),
  'node.pull_interval': z.int().check(z.gte(10), z.lte(600)),
  /** Some node software refuses an empty list: then it gets one random, useless user. */
  'node.placeholder_user': z.boolean(),
  /** Seconds without a word from a node until it counts as down; never less than three of its pulls. */
  'node.offline_after': z.int().check(z.gte(60), z.lte(3600)),
  /** What becomes of nodes that are down in new profiles. */
  'node.offline_in_links': z.enum(['leave_out', 'mark', 'keep']),
  /** Members get something for an outage by itself, once it is over. */
  'compensation.enabled': z.boolean(),
  /** Outages that lasted at least this long. */
  'compensation.minutes': z.int().check(z.gte(5), z.lte(10_080)),
  'compensation.kind': z.enum(['days', 'traffic']),
  'compensation.days': z.int().check(z.gte(1), z.lte(90)),
  'compensation.gb': z.int().check(z.gte(1), z.lte(10_000)),
})
export type Settings = z.infer<typeof Settings>

export const adminGetSettings = endpoint({
  method: 'GET',
  path: '/admin/settings',
  access: ['settings.read'],
  summary: 'All settings',
  response: Settings,
})
export const adminSaveSettings = endpoint({
  method: 'PATCH',
  path: '/admin/settings',
  access: { anyOf: ['settings.write', 'settings.money', 'settings.security', 'content.write', 'nodes.write'] },
  summary: 'Change some settings; in force at once',
  body: z.partial(Settings),
  response: Settings,
})
