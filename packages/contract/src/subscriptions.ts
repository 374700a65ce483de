import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FORMATS } from './formats.ts'
import { Amount, Currency } from './money.ts'
import { Time } from './paging.ts'
import { Period } from './periods.ts'
import { limits } from './plan-limits.ts'
import { translationsOf } from './translations.ts'

export const SubscriptionState = z.enum(['none', 'active', 'expired', 'over_quota'])
export type SubscriptionState = z.infer<typeof SubscriptionState>

export const Subscription = z.object({
  state: SubscriptionState,
  plan_id: z.nullable(z.int()),
  plan_name: z.nullable(z.string()),
  /** Period for which the plan was last bought; null: it was not bought. */
  period: z.nullable(Period),
  /** null while a plan is held: permanent. */
  expired_at: z.nullable(Time),
  /** The term begins with the first traffic, or then; `expired_at` is for that case. null: it has begun. */
  starts_by: z.nullable(Time),
  transfer_enable: z.int(),
  /** Part of `transfer_enable` that stays until used, across cycles and plans. */
  extra_bytes: z.int(),
  /** Billed bytes used in this cycle. */
  u: z.int(),
  d: z.int(),
  ...limits,
  uuid: z.string(),
  subscribe_url: z.string(),
  /** The next traffic reset; null: never, or not before this term ends. */
  next_reset_at: z.nullable(Time),
  /** The period that `u` and `d` cover; null: the plan has no cycles. */
  cycle: z.nullable(z.object({ began_at: Time, ends_at: Time })),
  /** true: the plan renews before the term ends, from the balance or a saved card. */
  auto_renew: z.boolean(),
  /** Why the last automatic renewal failed, in the caller's language; null: no failure. */
  renew_problem: z.nullable(z.string()),
})
export type Subscription = z.infer<typeof Subscription>

/** An automatic renewal failed. `problem`: an error code. Ends with the next term, or when automatic renewal is switched. */
export const renewalProblemEvent = z.object({ type: z.literal('renewal_problem'), data: z.object({ problem: z.string() }) })

/**
 * The next automatic renewal costs another amount than the last one. Once per term and amount; ends with the term, another amount, or
 * automatic renewal. `expires_at`: of the term that will be renewed.
 */
export const renewalPriceEvent = z.object({
  type: z.literal('renewal_price'),
  data: z.object({
    plan: z.string(),
    translations: z.optional(translationsOf({ plan: z.string() })),
    amount: Amount,
    /** Payment fee if a card pays; absent: none. */
    fee: z.optional(Amount),
    currency: Currency,
    expires_at: Time,
  }),
})

/**
 * The plan ends soon and does not renew itself. Once per term and step, such as three days before; a later step replaces it. Ends with the
 * term, or when another end is set.
 */
export const planExpiringEvent = z.object({ type: z.literal('plan_expiring'), data: z.object({ expires_at: Time }) })

export const getSubscribe = endpoint({
  method: 'GET',
  path: '/muser/getSubscribe',
  access: 'member',
  chosen: true,
  summary: 'My subscription and its link',
  response: Subscription,
})

export const Device = z.enum(['ios', 'android', 'windows', 'mac', 'linux'])
export type Device = z.infer<typeof Device>

export const ImportApp = z.object({
  name: z.string(),
  devices: z.array(Device),
  /** Web page of the app's makers. */
  home: z.string(),
  is_paid: z.boolean(),
  /** Subscription address for this app. */
  address: z.string(),
  /** Link that opens the app and imports the subscription; null: the member pastes the address. */
  import_link: z.nullable(z.string()),
})
export type ImportApp = z.infer<typeof ImportApp>

const Text = z.object({ en: z.string(), 'zh-CN': z.string() })
export const getImportLinks = endpoint({
  method: 'GET',
  path: '/muser/importLinks',
  access: 'member',
  chosen: true,
  summary: 'Apps that can import my subscription, the suggested ones first, and its address in each format',
  response: z.object({
    apps: z.array(ImportApp),
    formats: z.array(z.object({ format: z.enum(FORMATS), title: Text, about: Text, address: z.string() })),
  }),
})
/** The member's address for proxy auto-configuration (PAC) in browsers. */
export const getPac = endpoint({
  method: 'GET',
  path: '/muser/pac',
  access: 'member',
  chosen: true,
  summary: 'The proxy auto-configuration for a browser, with its credentials',
  response: z.object({
    /** PAC address; null: no plan runs, or none of its nodes can serve a browser. */
    url: z.nullable(z.string()),
    /** User name and password for the browser's proxy prompt. */
    username: z.string(),
    password: z.string(),
  }),
})
export const resetSecurity = endpoint({
  method: 'GET',
  path: '/muser/resetSecurity',
  access: 'member',
  chosen: true,
  summary: 'Create a new link and node credential; the old ones stop working',
  fresh: true,
  changesState: true,
  response: z.object({ subscribe_url: z.string() }),
})
export const getDashboard = endpoint({
  method: 'GET',
  path: '/muser/dashboard',
  access: 'member',
  chosen: true,
  summary: 'The data of the dashboard',
  response: z.object({
    subscription: Subscription,
    pending_orders: z.int(),
  }),
})

export const getForecast = endpoint({
  method: 'GET',
  path: '/muser/traffic/forecast',
  access: 'member',
  chosen: true,
  summary: 'How long this cycle’s traffic will last, based on the last seven days; nothing on its first day',
  response: z.object({
    /** When the traffic runs out at the rate of the last seven days; null: not before the cycle ends, or nothing was used. */
    runs_out_at: z.nullable(Time),
    /** Bytes left at the end of the cycle at that rate; null: they run out before, nothing was used, or the plan has no cycles. */
    left_at_end: z.nullable(z.int()),
  }),
})

/** A member's chosen name. Allows no line breaks and no characters that change the text's direction. */
export const MemberName = z.string().check(z.trim(), z.minLength(1), z.maxLength(40), z.regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u))
/** Country, ISO 3166, two letters. */
export const CountryCode = z.string().check(z.refine(isCountry))

function isCountry(code: string): boolean {
  // Other texts make DisplayNames throw.
  return /^[A-Z]{2}$/.test(code) && new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code) !== undefined
}

export const updateMember = endpoint({
  method: 'POST',
  path: '/muser/update',
  access: 'member',
  chosen: true,
  summary: 'Change my name, language, country and preferences; absent fields stay, null clears',
  body: z.object({
    auto_renewal: z.optional(z.boolean()),
    name: z.optional(z.nullable(MemberName)),
    /** Language of mails and messages. */
    language: z.optional(z.enum(['en', 'zh-CN'])),
    country: z.optional(z.nullable(CountryCode)),
  }),
  response: Subscription,
})
