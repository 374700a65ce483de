import * as z from 'zod/mini'

/** Every failure the API can explain, with its HTTP status. A new code needs a sentence in both languages on the server. */
export const errorStatus = {
  'input.invalid': 422,
  'session.invalid': 403,
  'signature.invalid': 400,
  'signature.clock_skew': 400,
  'signature.replayed': 409,
  'encryption.required': 400,
  'encryption.invalid_key': 400,
  'request.too_large': 413,
  'request.cross_site': 400,
  'limit.exceeded': 429,
  'site.closed': 503,
  'server.error': 500,
  not_found: 404,
  'account.wrong_credentials': 422,
  'account.banned': 422,
  'account.email_taken': 422,
  'account.registration_closed': 409,
  'account.wrong_password': 422,
  'account.last_admin': 409,
  'account.version_conflict': 409,
  'plan.not_found': 404,
  'plan.not_sold': 409,
  'plan.sold_out': 409,
  'plan.free_taken': 409,
  'plan.in_use': 409,
  'group.in_use': 409,
  'group.name_taken': 422,
  'group.unknown': 422,
  'traffic.bad_range': 422,
  'order.not_found': 404,
  'order.wrong_status': 409,
  'order.open_exists': 409,
  'order.change_unavailable': 409,
  'payment.method_unavailable': 409,
  'payment.gateway_failed': 409,
  'payment.no_rate': 409,
  'payment.field_required': 422,
  'payment.field_invalid': 422,
  'payment.secret_again': 422,
  'payment.currency_unsupported': 422,
  'balance.insufficient': 409,
  'subscription.none': 404,
} as const
export type ErrorCode = keyof typeof errorStatus

export const ErrorBody = z.object({
  code: z.string(),
  /** In the caller's language. */
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  details: z.optional(z.unknown()),
  webclose: z.optional(z.literal(1)),
})
export type ErrorBody = z.infer<typeof ErrorBody>
