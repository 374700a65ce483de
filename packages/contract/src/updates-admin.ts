import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** How reading the feed of releases went. `off`: none is set. `unusable`: what answered names no release. */
export const FeedState = z.enum(['off', 'read', 'unusable', 'unreachable'])
export type FeedState = z.infer<typeof FeedState>

/** A release that the feed names. */
export const Release = z.object({
  version: z.string(),
  /** Page about it; null: the feed has no link. */
  url: z.nullable(z.string()),
})
export type Release = z.infer<typeof Release>

export const adminUpdates = endpoint({
  method: 'GET',
  path: '/admin/updates',
  access: ['settings.read'],
  summary: 'The version that runs, and the newer one that the feed of releases names; at most an hour old',
  response: z.object({
    version: z.string(),
    feed: FeedState,
    /** null: the feed names none, or is off. */
    newer: z.nullable(Release),
  }),
})
