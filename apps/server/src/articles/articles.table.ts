import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Language } from '@portico/contract/translations'
import type { Audience } from '@portico/contract/articles'
import type { ArticleContent, ArticleKind, ArticleStatus } from '@portico/contract/articles-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { articleCategories, articleTags } from '../article-categories/article-categories.table.ts'
import { id, ref, time, whole } from '../db/columns.ts'

/** The shelf of an article without a category: behind all others. */
export const LAST_SHELF = 2_147_483_647

const audience = {
  audience: text('audience').$type<Audience>().notNull().default('public'),
  /** Plans or groups, by `audience`. */
  audienceIds: whole('audience_ids').array().notNull().default([]),
}

/** Articles, terms and pages. The row has the place, and the number of the version that readers see. */
export const articles = pgTable(
  'articles',
  {
    id: id(),
    kind: text('kind').$type<ArticleKind>().notNull(),
    /** For terms: the name by which they are fetched. */
    type: text('type'),
    categoryId: ref('category_id', () => articleCategories.id),
    /** The position of its category, copied so that an index holds the reading order. */
    shelf: integer('shelf').notNull().default(LAST_SHELF),
    sort: integer('sort').notNull().default(0),
    /** Audience of the published version. */
    ...audience,
    /** Number of the newest version. */
    version: integer('version').notNull().default(0),
    /** Titles of the newest version; null: no text in this language. */
    titleEn: text('title_en'),
    titleZh: text('title_zh'),
    liveVersion: integer('live_version'),
    publishedAt: time('published_at'),
    scheduledVersion: integer('scheduled_version'),
    scheduledAt: time('scheduled_at'),
    archivedAt: time('archived_at'),
    status: text('status')
      .$type<ArticleStatus>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when archived_at is not null then 'archived' when live_version is not null then 'published' when scheduled_at is not null then 'scheduled' else 'draft' end`,
      ),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('articles_type').on(t.type),
    index('articles_reading_order')
      .on(t.kind, t.shelf, t.sort, t.id)
      .where(sql`live_version is not null`),
    index('articles_updated').on(t.updatedAt, t.id),
    index('articles_category').on(t.categoryId, t.sort),
    index('articles_scheduled')
      .on(t.scheduledAt)
      .where(sql`scheduled_at is not null`),
    check('articles_terms', sql`(kind = 'terms') = (type is not null)`),
    check('articles_published', sql`(live_version is null) = (published_at is null) and (live_version is null or archived_at is null)`),
    check('articles_schedule', sql`(scheduled_version is null) = (scheduled_at is null)`),
  ],
)
export type ArticleRow = typeof articles.$inferSelect

const articleId = () => ref('article_id', () => articles.id, { onDelete: 'cascade' }).notNull()
const accountId = () => ref('account_id', () => accounts.id).notNull()

/** Every saved version of an article. Rows never change. */
export const articleVersions = pgTable(
  'article_versions',
  {
    articleId: articleId(),
    number: integer('number').notNull(),
    texts: jsonb('texts').$type<ArticleContent['texts']>().notNull(),
    ...audience,
    note: text('note').notNull().default(''),
    restoredFrom: integer('restored_from'),
    /** null: saved by Portico itself. */
    savedBy: ref('saved_by', () => accounts.id),
    savedAt: time('saved_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.articleId, t.number] })],
)
export type VersionRow = typeof articleVersions.$inferSelect

/** Unsaved changes of editors, by article and editor. */
export const articleDrafts = pgTable(
  'article_drafts',
  {
    articleId: articleId(),
    accountId: accountId(),
    baseVersion: integer('base_version').notNull(),
    /** Rises with each autosave, so that a late one is recognised by its lower number. */
    serial: integer('serial').notNull().default(0),
    content: jsonb('content').$type<ArticleContent>().notNull(),
    savedAt: time('saved_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.articleId, t.accountId] })],
)
export type DraftRow = typeof articleDrafts.$inferSelect

/** Published texts, by article and language. */
export const articleTexts = pgTable(
  'article_texts',
  {
    articleId: articleId(),
    language: text('language').$type<Language>().notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    body: text('body').notNull(),
    /** The words of the body that every reader of the article may see. '' before a search in bodies existed. */
    openText: text('open_text').notNull().default(''),
    /**
     * Tokens that search uses, as `tokensOf` makes them; null: not made yet. The database adds category and tags, such as `#c7` and `#t2`.
     */
    words: text('words').array(),
    /** Tokens of title (`=word`) and summary (`~word`), category and tags, for ranking results. */
    heads: text('heads').array().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.articleId, t.language] }),
    index('article_texts_words').using('gin', t.words).with({ fastupdate: false }),
    index('article_texts_uncut')
      .on(t.articleId)
      .where(sql`words is null`),
  ],
)

/**
 * Every word of texts ever published, to complete what was typed and to correct slips. A search reads only words for its reader: others
 * would displace them.
 */
export const articleWords = pgTable(
  'article_words',
  {
    /** The audience of a text with the word: a name from `namesOfAudience`. */
    audience: text('audience').notNull(),
    word: text('word').notNull(),
    /** The word, and the word without each of its letters; empty for Chinese and short words. */
    near: text('near').array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.audience, t.word] }),
    index('article_words_start').on(t.audience, t.word.asc().op('text_pattern_ops')),
    index('article_words_near').using('gin', t.near).with({ fastupdate: false }),
  ],
)

export const articleTagLinks = pgTable(
  'article_tag_links',
  {
    articleId: articleId(),
    tagId: ref('tag_id', () => articleTags.id, { onDelete: 'cascade' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.articleId, t.tagId] }), index('article_tag_links_tag').on(t.tagId)],
)

/** Number of times an article was opened, by day in the site's time zone. */
export const articleViews = pgTable(
  'article_views',
  { articleId: articleId(), day: date('day').notNull(), views: integer('views').notNull() },
  (t) => [primaryKey({ columns: [t.articleId, t.day] })],
)

/** Answers to "Was this helpful?": one per article and member. */
export const articleRatings = pgTable(
  'article_ratings',
  { articleId: articleId(), accountId: accountId(), helpful: boolean('helpful').notNull() },
  (t) => [primaryKey({ columns: [t.articleId, t.accountId] })],
)
