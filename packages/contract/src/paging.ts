import * as z from 'zod/mini'

/** A whole number sent as text, in a path or query. */
export const NumberText = z.pipe(
  z.union([z.string().check(z.regex(/^-?\d{1,15}$/)), z.int()]),
  z.transform((value) => Number(value)),
)
export const IdParams = z.object({ id: NumberText })

const Page = z.pipe(z._default(NumberText, 1), z.int().check(z.gte(1), z.lte(100_000)))
const PageSize = z.pipe(z._default(NumberText, 20), z.int().check(z.gte(1), z.lte(100)))

/** `page` from 1, `page_size` up to 100, `sort=-created_at` for newest first; each list adds its own filters. */
export const pageQuery = { page: Page, page_size: PageSize, sort: z.optional(z.string().check(z.maxLength(40))) }

export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), page_size: z.int() })
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
