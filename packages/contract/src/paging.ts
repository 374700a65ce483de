import * as z from 'zod/mini'

/** A whole number sent as text, in a path or query. */
export const NumberText = z.pipe(
  z.union([z.string().check(z.regex(/^-?\d{1,15}$/)), z.int()]),
  z.transform((value) => Number(value)),
)
export const IdParams = z.object({ id: NumberText })

/** Beyond so many rows, a list counts only if it is asked to. */
export const COUNTED_UNTIL = 10_000
/** `at_least`: there are more rows than `total`. */
export const TotalIs = z.enum(['exact', 'at_least'])
export type TotalIs = z.infer<typeof TotalIs>

/** From 1. */
export const FromFirst = z.pipe(z._default(NumberText, 1), z.int().check(z.gte(1), z.lte(100_000)))
/** From 1; below zero from the end: -1 is the last page. */
const Page = z.pipe(
  z._default(NumberText, 1),
  z.int().check(
    z.gte(-100_000),
    z.lte(100_000),
    z.refine((page) => page !== 0),
  ),
)
const PageSize = z.pipe(z._default(NumberText, 20), z.int().check(z.gte(1), z.lte(100)))

/**
 * `page` from 1, or from the end below zero; `page_size` up to 100; `sort=-created_at` for newest first; `total_is=exact` counts every row.
 * Each list adds its own filters.
 */
export const pageQuery = {
  page: Page,
  page_size: PageSize,
  sort: z.optional(z.string().check(z.maxLength(40))),
  total_is: z.optional(z.literal('exact')),
}

/** Of a list whose rows are usually looked at all together: a page has as many as a page may have. */
export const wholeQuery = {
  page: FromFirst,
  page_size: z.pipe(z._default(NumberText, 100), z.int().check(z.gte(1), z.lte(100))),
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
}

export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), total_is: TotalIs, page: z.int(), page_size: z.int() })
}

/** Query of endless lists, newest first: `before` is the last row of the previous page. Such lists have no total. */
export const cursorQuery = {
  before: z.optional(NumberText),
  page_size: z.pipe(z._default(NumberText, 50), z.int().check(z.gte(1), z.lte(100))),
}

/** `next`: the `before` of the next page; null: this is the last one. */
export function cursorOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), next: z.nullable(z.int()) })
}

export const Ok = z.object({ ok: z.literal(true) })
/** A time in RFC 3339. Years 1970 to 9999 only: others are mistakes, and the database cannot read all of them. */
export const Time = z.iso.datetime().check(z.regex(/^(19[789]|[2-9]\d\d)/))
/** A date without a time, in the site's time zone, from 1970 to 2999. */
export const Day = z.iso.date().check(z.regex(/^(19[789]|2\d\d)/))
/** A range of days, both included; an absent end is open. */
export const dayQuery = { from: z.optional(Day), to: z.optional(Day) }
