import { type AnyPgColumn, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { id, ref } from '../db/columns.ts'

const names = { nameEn: text('name_en').notNull().default(''), nameZh: text('name_zh').notNull().default('') }
const named = sql`name_en <> '' or name_zh <> ''`

export const articleCategories = pgTable(
  'article_categories',
  {
    id: id(),
    ...names,
    parentId: ref('parent_id', (): AnyPgColumn => articleCategories.id),
    /** Position among the categories of the same parent. */
    sort: integer('sort').notNull().default(0),
    /** In the whole tree, parents before children; numbered again with each change of the tree. */
    position: integer('position').notNull().default(0),
  },
  (t) => [index('article_categories_parent').on(t.parentId, t.sort), check('article_categories_named', named)],
)
export type CategoryRow = typeof articleCategories.$inferSelect

export const articleTags = pgTable('article_tags', { id: id(), ...names }, () => [check('article_tags_named', named)])
export type TagRow = typeof articleTags.$inferSelect
