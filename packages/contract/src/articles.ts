import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NumberText, Time } from './paging.ts'
import { Language } from './translations.ts'

/** Who may read an article, or a block of it. `subscribers`, `plans` and `groups` need a running plan. */
export const Audience = z.enum(['public', 'members', 'subscribers', 'plans', 'groups'])
export type Audience = z.infer<typeof Audience>

export const ListedArticle = z.object({
  id: z.int(),
  title: z.string(),
  /** Plain text; '' if there is none. */
  summary: z.string(),
  category_id: z.nullable(z.int()),
  tag_ids: z.array(z.int()),
  /** The language of title and summary: the caller's, or the other one if the article has no text in it. */
  language: Language,
  updated_at: Time,
})
export type ListedArticle = z.infer<typeof ListedArticle>

export const ArticleCategory = z.object({ id: z.int(), parent_id: z.nullable(z.int()), name: z.string() })
export type ArticleCategory = z.infer<typeof ArticleCategory>
export const ArticleTag = z.object({ id: z.int(), name: z.string() })
export type ArticleTag = z.infer<typeof ArticleTag>

const listQuery = z.object({
  category: z.optional(NumberText),
  tag: z.optional(NumberText),
  /**
   * Words that must all stand in the title, the summary, or the part of the body that every reader may see. Ignores case, hyphens and
   * spaces.
   */
  search: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  /** The `next` of the previous page; absent: the first page. */
  after: z.optional(z.string().check(z.regex(/^\d{1,15}-\d{1,15}-\d{1,15}$/))),
  page_size: z.pipe(z._default(NumberText, 50), z.int().check(z.gte(1), z.lte(100))),
  /** Language of titles and summaries; absent: the caller's. */
  lang: z.optional(Language),
})
export type ArticleListQuery = z.infer<typeof listQuery>

const ArticleList = z.object({
  /** Articles in reading order: by category, then as the operator arranged them. */
  items: z.array(ListedArticle),
  /** The `after` of the next page; null: this is the last one. */
  next: z.nullable(z.string()),
  /** Categories with an article the caller may read, and their parents. Parents stand before their children. */
  categories: z.array(ArticleCategory),
  tags: z.array(ArticleTag),
})
export type ArticleList = z.infer<typeof ArticleList>

const Neighbour = z.nullable(z.object({ id: z.int(), title: z.string() }))

export const Article = z.object({
  id: z.int(),
  title: z.string(),
  /** Clean HTML without the blocks hidden from the caller. Placeholders are filled in and headings have ids. */
  body: z.string(),
  summary: z.string(),
  language: Language,
  /** Languages the article has a text in. */
  languages: z.array(Language),
  category: z.nullable(ArticleCategory),
  tags: z.array(ArticleTag),
  published_at: Time,
  updated_at: Time,
  previous: Neighbour,
  next: Neighbour,
})
export type Article = z.infer<typeof Article>

const readQuery = z.object({ id: NumberText, lang: z.optional(Language) })

export const fetchArticles = endpoint({
  method: 'GET',
  path: '/muser/knowledge/fetchList',
  access: 'member',
  summary: 'The articles I may read, in reading order',
  query: listQuery,
  response: ArticleList,
})
export const fetchArticle = endpoint({
  method: 'GET',
  path: '/muser/knowledge/fetch',
  access: 'member',
  summary: 'One article, as I may read it',
  query: readQuery,
  response: z.object({
    ...Article.shape,
    /** The caller's answer to "was this helpful?"; null: no answer yet. */
    helpful: z.nullable(z.boolean()),
  }),
})
export const rateArticle = endpoint({
  method: 'POST',
  path: '/muser/knowledge/rate',
  access: 'member',
  summary: 'Say whether an article helped; null takes it back',
  body: z.object({ id: z.int(), helpful: z.nullable(z.boolean()) }),
})
export const listHelp = endpoint({
  method: 'GET',
  path: '/api/help',
  access: 'public',
  summary: 'Public articles, in reading order',
  query: listQuery,
  response: ArticleList,
})
export const readHelp = endpoint({
  method: 'GET',
  path: '/api/help/read',
  access: 'public',
  summary: 'One public article, without the blocks that need an account',
  query: readQuery,
  response: Article,
})
