import * as z from 'zod/mini'
import { Audience } from './articles.ts'
import { endpoint, MAX_INTEGER, MEGABYTE } from './endpoint.ts'
import { NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { Language } from './translations.ts'

/**
 * Kinds of content. `article`: has a place in the list. `terms`: opened from the footer and at registration. `page`: public, without a
 * place in the list.
 */
export const ArticleKind = z.enum(['article', 'terms', 'page'])
export type ArticleKind = z.infer<typeof ArticleKind>

/** `draft`: never published, or taken back. `scheduled`: its first publication is planned. `archived`: put away. */
export const ArticleStatus = z.enum(['draft', 'scheduled', 'published', 'archived'])
export type ArticleStatus = z.infer<typeof ArticleStatus>

/** Placeholders in an article's body, written as `<span data-fill="site_name"></span>`. */
export const ArticleFill = z.enum(['site_name', 'site_url', 'email', 'subscription_link', 'subscription_qr'])
export type ArticleFill = z.infer<typeof ArticleFill>

export const MAX_BODY_LENGTH = 200_000

export const ArticleText = z.object({
  title: z.string().check(z.trim(), z.maxLength(150)),
  /** Plain text shown in lists and link previews to all who may read the article. Audience blocks in the body do not hide it. */
  summary: z.string().check(z.trim(), z.maxLength(300)),
  /** HTML. The server removes what is not allowed, and applies the limit again afterwards (`article.too_long`). */
  body: z.string().check(z.maxLength(MAX_BODY_LENGTH)),
})
export type ArticleText = z.infer<typeof ArticleText>

/** The versioned part of an article. Readers see a change once its version is published. */
export const ArticleContent = z.object({
  /** Text by language; null: the article has none in this language. */
  texts: z.object({ en: z.nullable(ArticleText), 'zh-CN': z.nullable(ArticleText) }),
  audience: Audience,
  /** Ids of plans or groups, by `audience`; empty for other audiences. */
  audience_ids: z.array(z.int()).check(z.maxLength(50)),
})
export type ArticleContent = z.infer<typeof ArticleContent>

const StoredText = z.object({ title: z.string(), summary: z.string(), body: z.string() })
/** Article content in an answer. Has no limits, so that texts stored under older limits can still be read. */
export const StoredContent = z.object({
  texts: z.object({ en: z.nullable(StoredText), 'zh-CN': z.nullable(StoredText) }),
  audience: Audience,
  audience_ids: z.array(z.int()),
})

/** Category, address and flags of an article. They change at once, without a new version. */
export const ArticlePlace = z.object({
  category_id: z.nullable(z.int()),
  tag_ids: z.array(z.int()).check(z.maxLength(20)),
  /** For `terms` only: the name by which they are fetched, such as `tos`. */
  type: z.nullable(z.string().check(z.regex(/^[a-z][a-z0-9_]{1,29}$/))),
})
export type ArticlePlace = z.infer<typeof ArticlePlace>

const summary = {
  id: z.int(),
  kind: ArticleKind,
  ...ArticlePlace.shape,
  status: ArticleStatus,
  /** Titles of the newest version; null: no text in this language. */
  titles: z.object({ en: z.nullable(z.string()), 'zh-CN': z.nullable(z.string()) }),
  /** Audience of the published version, else of the newest one. */
  audience: Audience,
  audience_ids: z.array(z.int()),
  /** Number of the newest version; 0: nothing is saved yet. */
  version: z.int(),
  /** Number of the version readers see; null: the article is not published. */
  live_version: z.nullable(z.int()),
  /** When the planned version goes live; null: none is planned. */
  scheduled_at: z.nullable(Time),
  published_at: z.nullable(Time),
  updated_at: Time,
  views: z.int(),
  helpful: z.int(),
  unhelpful: z.int(),
}
export const AdminListedArticle = z.object(summary)
export type AdminListedArticle = z.infer<typeof AdminListedArticle>

const Editor = z.object({ name: z.string(), at: Time })

export const AdminArticle = z.object({
  ...summary,
  /** Content of the newest version. */
  content: StoredContent,
  /** The caller's unsaved changes; `base_version` is the version they started from. null: there are none. */
  draft: z.nullable(z.object({ content: StoredContent, base_version: z.int(), serial: z.int(), saved_at: Time })),
  /** Other staff with unsaved changes to this article, latest first. */
  editors: z.array(Editor),
})
export type AdminArticle = z.infer<typeof AdminArticle>

const access = ['content.write'] as const
const path = '/admin/articles'
const one = `${path}/:id`
/** A version number. At most `MAX_INTEGER`, as stored. */
export const VersionNumber = z.int().check(z.gte(1), z.lte(MAX_INTEGER))

export const adminListArticles = endpoint({
  method: 'GET',
  path,
  access,
  summary: 'All content, last changed first; with `sort=place` in reading order',
  query: z.object({
    ...pageQuery,
    kind: z.optional(ArticleKind),
    status: z.optional(ArticleStatus),
    category: z.optional(NumberText),
    tag: z.optional(NumberText),
    /** Matches part of a title, or the article's id. */
    search: z.optional(z.string().check(z.maxLength(60))),
  }),
  response: pageOf(AdminListedArticle),
})
export const adminCreateArticle = endpoint({
  method: 'POST',
  path,
  access,
  summary: 'Start an empty draft',
  body: z.object({ kind: ArticleKind, category_id: z.nullable(z.int()), type: ArticlePlace.shape.type }),
  response: AdminArticle,
})
export const adminReadArticle = endpoint({
  method: 'GET',
  path: one,
  access,
  summary: 'An article with its newest version and my unsaved changes',
  response: AdminArticle,
})
export const adminPlaceArticle = endpoint({
  method: 'PATCH',
  path: one,
  access,
  summary: 'Change category, tags or type',
  body: z.partial(ArticlePlace),
  response: AdminArticle,
})
export const adminDeleteArticle = endpoint({
  method: 'DELETE',
  path: one,
  access,
  summary: 'Delete an article with all its versions; 409 `article.being_edited` if others have unsaved changes in it',
  query: z.object({
    /** true: delete the article although others have unsaved changes, which are lost. */
    force: z.optional(z.literal('true')),
  }),
})
/** `details` of `article.being_edited`: staff whose unsaved changes would be lost. */
export const BeingEdited = z.object({ editors: z.array(Editor) })
export const adminPublishArticle = endpoint({
  method: 'POST',
  path: `${one}/publish`,
  access,
  summary: 'Show a version to readers, now or at a time; 409 `article.changed` if readers see another one than I know of',
  body: z.object({
    version: VersionNumber,
    /** `live_version` as the caller last read it; null: the article was not published. */
    expected_live: z.nullable(VersionNumber),
    /** When to publish; null: now. */
    at: z.nullable(Time),
  }),
  response: AdminArticle,
})
export const adminUnpublishArticle = endpoint({
  method: 'POST',
  path: `${one}/unpublish`,
  access,
  summary: 'Take an article back from readers, or cancel a planned publication; `archive` also puts it away',
  body: z.object({ archive: z.boolean() }),
  response: AdminArticle,
})
export const adminCancelSchedule = endpoint({
  method: 'DELETE',
  path: `${one}/schedule`,
  access,
  summary: 'Cancel a planned publication; what readers see stays',
  response: AdminArticle,
})
export const adminPreviewArticle = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  access,
  summary: 'How a reader would see this content',
  maxBytes: MEGABYTE,
  body: z.object({
    content: ArticleContent,
    language: Language,
    /** Who the preview is for. `visitor`: not signed in. `member`: without a plan. `subscriber`: with a running plan. */
    reader: z.enum(['visitor', 'member', 'subscriber']),
    /** Plan of the `subscriber`; unused for other readers. */
    plan_id: z.optional(z.int()),
  }),
  response: z.object({
    /** true: this reader may open the article. */
    readable: z.boolean(),
    title: z.string(),
    body: z.string(),
  }),
})
export const adminImportArticle = endpoint({
  method: 'POST',
  path: `${path}/import`,
  access,
  summary: 'Turn HTML or Markdown into clean HTML for the editor',
  maxBytes: MEGABYTE,
  body: z.object({ format: z.enum(['html', 'markdown']), text: z.string().check(z.maxLength(MAX_BODY_LENGTH)) }),
  response: z.object({
    /** Text of the first heading, which is taken out of the body; '' if there is none. */
    title: z.string(),
    body: z.string(),
    /** Number of pictures dropped because they are on other sites. */
    dropped_images: z.int(),
  }),
})
export const adminArrangeArticles = endpoint({
  method: 'PUT',
  path: `${path}/order`,
  access,
  summary: 'Put articles into a category in this order; the others in it stay behind them',
  body: z.object({ category_id: z.nullable(z.int()), ids: z.array(z.int()).check(z.minLength(1), z.maxLength(500)) }),
})
export const StartersMade = z.object({ articles: z.int(), files: z.int() })
export type StartersMade = z.infer<typeof StartersMade>
export const adminMakeStarters = endpoint({
  method: 'POST',
  path: `${path}/starters`,
  access,
  summary: 'Write the starter articles that are missing, with their pictures; 409 `article.starters_made` if none is',
  body: z.object({
    /** true: publish the new articles; false: save them as drafts. */
    publish: z.boolean(),
  }),
  response: StartersMade,
})
