import * as z from 'zod/mini'
import { endpoint, MEGABYTE } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { Time } from './paging.ts'
import { translationsOf } from './translations.ts'

export const Driver = z.enum([
  'manual',
  'alipay_page',
  'alipay_f2f',
  'wechat_native',
  'epay',
  'stripe',
  'paypal',
  'btcpay',
  'bepusdt',
  'balance',
])
export type Driver = z.infer<typeof Driver>

/** One field of a driver's settings form. Secrets are never sent back: an empty value keeps the secret. */
export const DriverField = z.object({
  key: z.string(),
  kind: z.enum(['text', 'url', 'secret', 'long_text', 'choice']),
  required: z.boolean(),
  choices: z.array(z.string()),
})
export type DriverField = z.infer<typeof DriverField>

/** `instructions`: how to pay, for methods that an operator confirms. `config` has them in the base language. */
const MethodTranslations = translationsOf({
  name: z.string().check(z.trim(), z.maxLength(60)),
  instructions: z.string().check(z.trim(), z.maxLength(8000)),
})

export const PaymentMethodInput = z.object({
  driver: Driver,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** Absent when creating: no translations. Absent when changing: they stay. */
  translations: z.optional(MethodTranslations),
  icon: z.nullable(z.string().check(z.regex(/^https:\/\/\S{1,300}$/))),
  config: z.record(z.string(), z.string().check(z.maxLength(8000))),
  /** Hundredths of a percent of the order's total: 250 is 2.5 %. */
  fee_percent: z.int().check(z.gte(0), z.lte(10_000)),
  fee_fixed: Amount,
  /** Currency the gateway charges in. */
  currency: Currency,
  /** How much less than asked still settles an order, in minor units of `currency`. Absent: 0 when creating, unchanged when changing. */
  underpaid_tolerance: z.optional(Amount),
  /** Minor units of `currency` per 1,000,000 minor units of the site's; null: same currency. */
  exchange_rate: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000_000_000))),
  /** Origin that this gateway sends notifications to; null: the site's address. */
  notify_origin: z.nullable(z.string().check(z.regex(/^https?:\/\/[^\s/]+$/))),
  enabled: z.boolean(),
})
export type PaymentMethodInput = z.infer<typeof PaymentMethodInput>
const { driver: _, ...changeable } = PaymentMethodInput.shape
export const PaymentMethodChange = z.partial(z.object(changeable))
export type PaymentMethodChange = z.infer<typeof PaymentMethodChange>

export const PaymentMethod = z.object({
  ...PaymentMethodInput.shape,
  translations: MethodTranslations,
  underpaid_tolerance: Amount,
  id: z.int(),
  /** Random part of the notification address. */
  uuid: z.string(),
  notify_url: z.string(),
  /** Keys of the secret fields that have a value. */
  secrets_set: z.array(z.string()),
  /** Private addresses (`host:port`) still allowed, because the method was saved before such addresses were refused. */
  private_addresses: z.array(z.string()),
  sort: z.int(),
  created_at: Time,
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const adminListPaymentMethods = endpoint({
  method: 'GET',
  path: '/admin/payment-methods',
  access: ['payments.read'],
  summary: 'Payment methods and available drivers',
  response: z.object({
    items: z.array(PaymentMethod),
    total: z.int(),
    drivers: z.array(z.object({ driver: Driver, fields: z.array(DriverField) })),
  }),
})
export const adminCreatePaymentMethod = endpoint({
  method: 'POST',
  path: '/admin/payment-methods',
  access: ['payments.write'],
  summary: 'Create a payment method',
  fresh: true,
  maxBytes: MEGABYTE,
  body: PaymentMethodInput,
  response: PaymentMethod,
})
export const adminUpdatePaymentMethod = endpoint({
  method: 'PATCH',
  path: '/admin/payment-methods/:id',
  access: ['payments.write'],
  summary: 'Change a payment method, except its driver',
  fresh: true,
  maxBytes: MEGABYTE,
  body: PaymentMethodChange,
  response: PaymentMethod,
})
export const adminDeletePaymentMethod = endpoint({
  method: 'DELETE',
  path: '/admin/payment-methods/:id',
  access: ['payments.write'],
  summary: 'Withdraw a payment method; open payments are still accepted',
  fresh: true,
})
export const adminSortPaymentMethods = endpoint({
  method: 'POST',
  path: '/admin/payment-methods/sort',
  access: ['payments.write'],
  summary: 'Put payment methods in this order',
  body: z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(200)) }),
})
