import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Ok, Time } from './paging.ts'

/** As `Date.prototype.getDay` counts them. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export const Weekday = z.enum(WEEKDAYS)
export type Weekday = z.infer<typeof Weekday>

/** Clock time in the site's zone; `24:00` ends a day. */
const From = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const To = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/))
/** Hours that start on these days, from `from` up to but not including `to`. If `to` is not later, they end the next day. */
export const BlockedHours = z.strictObject({ days: z.array(Weekday).check(z.minLength(1), z.maxLength(7)), from: From, to: To })
export type BlockedHours = z.infer<typeof BlockedHours>

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
/** Accepts domains and words as typed; international names become Punycode. */
const Listed = z.array(z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(253))).check(z.maxLength(2000))
/** The document that an operator edits: what youth mode blocks, and when. */
export const YouthDocument = z.strictObject({
  categories: z
    .array(
      z.strictObject({
        name: z.strictObject({ zh: Name, en: Name }),
        /** Each with its subdomains. */
        suffixes: z.optional(Listed),
        /** Parts of names. */
        keywords: z.optional(Listed),
      }),
    )
    .check(z.maxLength(50)),
  hours: z.array(BlockedHours).check(z.maxLength(50)),
})
export type YouthDocument = z.infer<typeof YouthDocument>

export const YouthMode = z.object({
  on: z.boolean(),
  /** Since when; null: off. */
  since: z.nullable(Time),
  /** Names of the blocked categories, in the caller's language. */
  categories: z.array(z.string()),
  /** When links return no nodes. */
  hours: z.array(BlockedHours),
  /** The time zone of the hours. */
  time_zone: z.string(),
  /** Whether now is one of these hours. */
  resting: z.boolean(),
})
export type YouthMode = z.infer<typeof YouthMode>

export const getYouthMode = endpoint({
  method: 'GET',
  path: '/muser/youth',
  access: 'member',
  summary: 'Whether youth mode is on, and its rules',
  response: YouthMode,
})
export const switchYouthModeOn = endpoint({
  method: 'POST',
  path: '/muser/youth/on',
  access: 'member',
  summary: 'Switch youth mode on: my profiles block the listed categories and hours. Safe to repeat',
  response: Ok,
})
export const switchYouthModeOff = endpoint({
  method: 'POST',
  path: '/muser/youth/off',
  access: 'member',
  summary: 'Switch youth mode off; needs the password',
  body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(128)) }),
  response: Ok,
})
