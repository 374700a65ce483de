import type { Language } from '@portico/contract/translations'
import { Article, type ArticleCategory, type ArticleList, type ArticleTag, ListedArticle } from '@portico/contract/articles'
import type { CategoryRow, TagRow } from '../article-categories/article-categories.table.ts'
import { toWire } from '../to-wire.ts'
import type { findReadable, ReadableArticle } from './read-articles.ts'

type Page = { items: ReadableArticle[]; next: string | null }
type Shelves = { categories: CategoryRow[]; tags: TagRow[] }
export function toArticleList({ items, next }: Page, { categories, tags }: Shelves, language: Language): ArticleList {
  return {
    items: items.map(toListed),
    next,
    categories: categories.map((row) => toCategory(row, language)),
    tags: tags.map((row) => toTag(row, language)),
  }
}

/** An article as its reader gets it. `body`: as rendered for them. */
export function toArticle(found: Awaited<ReturnType<typeof findReadable>>, language: Language, body: string): Article {
  const { article, text, languages, category, tags, previous, next, changedAt } = found
  return toWire(Article, {
    ...text,
    id: article.id,
    body,
    languages,
    category: category && toCategory(category, language),
    tags: tags.map((row) => toTag(row, language)),
    publishedAt: article.publishedAt ?? changedAt,
    updatedAt: changedAt,
    previous,
    next,
  })
}

function toListed({ article, text, tagIds, changedAt }: ReadableArticle): ListedArticle {
  return toWire(ListedArticle, { ...text, id: article.id, categoryId: article.categoryId, tagIds, updatedAt: changedAt })
}

function toCategory(row: CategoryRow, language: Language): ArticleCategory {
  return { id: row.id, parent_id: row.parentId, name: nameIn(row, language) }
}

function toTag(row: TagRow, language: Language): ArticleTag {
  return { id: row.id, name: nameIn(row, language) }
}

function nameIn({ nameEn, nameZh }: { nameEn: string; nameZh: string }, language: Language): string {
  return language === 'en' ? nameEn || nameZh : nameZh || nameEn
}
