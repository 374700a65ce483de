import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Language } from './translations.ts'

/** Longest query, in characters. */
export const MAX_QUESTION = 100

/** Plain text with the positions of the matched words, in UTF-16 units. */
export const MarkedText = z.object({ text: z.string(), marks: z.array(z.object({ from: z.int(), to: z.int() })) })
export type MarkedText = z.infer<typeof MarkedText>

export const FoundKind = z.enum(['article', 'plan', 'notice', 'page', 'game'])
export type FoundKind = z.infer<typeof FoundKind>

export const FoundItem = z.object({
  /** Id, unique within its kind. */
  id: z.string(),
  title: MarkedText,
  /** Text around the match. Of an article, only what all its readers may see. */
  excerpt: MarkedText,
  /** Language of title and excerpt. */
  language: Language,
  /** Path on this site. */
  path: z.string(),
})
export type FoundItem = z.infer<typeof FoundItem>

export const FoundGroup = z.object({
  kind: FoundKind,
  /** Items found, best match first. */
  items: z.array(FoundItem),
  /** The `after` of the next page; null: this is the last one. */
  next: z.nullable(z.string()),
})
export type FoundGroup = z.infer<typeof FoundGroup>

/** Searches the site. `search.busy` while too many searches of the account, the network or the whole site wait. */
export const searchSite = endpoint({
  method: 'POST',
  path: '/api/soso/fetch',
  access: 'public',
  summary: 'Articles, plans, notices, pages and games that a text names; signed-in members find what they may read',
  body: z.object({
    /**
     * Words, beginnings of words, or Chinese. All must match; if nothing has them all, each may have one wrong letter, and then half are
     * enough. Empty: no search.
     */
    q: z.string().check(z.trim(), z.maxLength(MAX_QUESTION)),
    /** `next` of the previous page of the same query. Later pages hold articles only. */
    after: z.optional(z.string().check(z.regex(/^[0-2]-\d{1,3}$/))),
    page_size: z._default(z.int().check(z.gte(1), z.lte(20)), 10),
    /** Language to search in; absent: the caller's. */
    lang: z.optional(Language),
  }),
  response: z.object({
    /** Found items by kind. The kind with the best item comes first; kinds without items are absent. */
    groups: z.array(FoundGroup),
    /** Suggested articles, for an empty query or an empty result. */
    suggestions: z.array(FoundItem),
  }),
})
