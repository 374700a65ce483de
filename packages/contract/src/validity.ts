import * as z from 'zod/mini'
import { Time } from './paging.ts'
import { Period } from './periods.ts'

/** A time with a four-digit year: the database and clients cannot read others. */
const When = z.nullable(Time.check(z.regex(/^2\d\d\d-/)))

/** Plans, periods and times in which a coupon or promotion is valid. `ends_at` is exclusive. */
export const validity = {
  /** null: any plan, any period. */
  plan_ids: z.nullable(z.array(z.int()).check(z.minLength(1), z.maxLength(200))),
  periods: z.nullable(z.array(Period).check(z.minLength(1), z.maxLength(8))),
  /** null: no start, no end. */
  starts_at: When,
  ends_at: When,
}

/** Requires the start to be before the end. */
export const inOrder = z.refine<{ starts_at: string | null; ends_at: string | null }>(
  ({ starts_at, ends_at }) => starts_at === null || ends_at === null || Date.parse(starts_at) < Date.parse(ends_at),
  { path: ['ends_at'] },
)
