import * as z from 'zod/mini'

/** Weekdays in the order of `Date.prototype.getDay`, Sunday first. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export const Weekday = z.enum(WEEKDAYS)
export type Weekday = z.infer<typeof Weekday>

/** A time of day in the site's time zone; `24:00` is the end of the day. */
const From = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const To = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/))
/** Blocked hours, starting on these days. `to` is exclusive; not later than `from`: it is on the next day. */
export const BlockedHours = z.strictObject({ days: z.array(Weekday).check(z.minLength(1), z.maxLength(7)), from: From, to: To })
export type BlockedHours = z.infer<typeof BlockedHours>

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
/** Domains or words to block, as typed; international names become Punycode. */
const Listed = z.array(z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(253))).check(z.maxLength(2000))
/** What youth mode blocks and when, as the operator edits it. */
export const YouthDocument = z.strictObject({
  categories: z
    .array(
      z.strictObject({
        name: z.strictObject({ zh: Name, en: Name }),
        /** Domains, each with its subdomains. */
        suffixes: z.optional(Listed),
        /** Parts of domain names. */
        keywords: z.optional(Listed),
      }),
    )
    .check(z.maxLength(50)),
  hours: z.array(BlockedHours).check(z.maxLength(50)),
})
export type YouthDocument = z.infer<typeof YouthDocument>
