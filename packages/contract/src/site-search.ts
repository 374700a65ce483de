import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Language } from './translations.ts'

/** Longer questions are refused: what people look for has a few words. */
export const MAX_QUESTION = 100

/** A text without markup, and where in it stand the words that were asked for, in UTF-16 units. */
export const MarkedText = z.object({ text: z.string(), marks: z.array(z.object({ from: z.int(), to: z.int() })) })
export type MarkedText = z.infer<typeof MarkedText>

export const FoundKind = z.enum(['article', 'plan', 'notice', 'page', 'game'])
export type FoundKind = z.infer<typeof FoundKind>

export const FoundItem = z.object({
  /** Unique within its kind. */
  id: z.string(),
  title: MarkedText,
  /** Of an article only what all its readers may see. */
  excerpt: MarkedText,
  /** The language of both. */
  language: Language,
  /** Where it is read, below the site's origin. */
  path: z.string(),
})
export type FoundItem = z.infer<typeof FoundItem>

export const FoundGroup = z.object({
  kind: FoundKind,
  /** Best first. */
  items: z.array(FoundItem),
  /** The `after` of its next page; null: that was all. */
  next: z.nullable(z.string()),
})
export type FoundGroup = z.infer<typeof FoundGroup>

/** `search.busy` while too many searches of the same account or network, or of everybody, wait. */
export const searchSite = endpoint({
  method: 'POST',
  path: '/api/soso/fetch',
  access: 'public',
  summary: 'Articles, plans, notices, pages and games that a text names; signed-in members find what they may read',
  body: z.object({
    /**
     * Words, any beginnings of them, and Chinese. All must be found; if nothing has them all, one letter of each may be wrong, and then half
     * of them is enough. Empty: nothing is looked for.
     */
    q: z.string().check(z.trim(), z.maxLength(MAX_QUESTION)),
    /** The `next` of an answer to the same question: further articles, nothing else. */
    after: z.optional(z.string().check(z.regex(/^[0-2]-\d{1,3}$/))),
    page_size: z._default(z.int().check(z.gte(1), z.lte(20)), 10),
    /** Instead of the caller's language. */
    lang: z.optional(Language),
  }),
  response: z.object({
    /** The kind with the best item first; kinds of which nothing was found are absent. */
    groups: z.array(FoundGroup),
    /** Articles to begin with, where nothing was looked for or found. */
    suggestions: z.array(FoundItem),
  }),
})
