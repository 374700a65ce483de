import type { ArticleCategory, ArticleTag, Language } from '@portico/contract/articles'
import type { CategoryRow, TagRow } from '../article-categories/article-categories.table.ts'

export function toCategory(row: CategoryRow, language: Language): ArticleCategory {
  return { id: row.id, parent_id: row.parentId, name: nameIn(row, language) }
}

export function toTag(row: TagRow, language: Language): ArticleTag {
  return { id: row.id, name: nameIn(row, language) }
}

function nameIn({ nameEn, nameZh }: { nameEn: string; nameZh: string }, language: Language): string {
  return language === 'en' ? nameEn || nameZh : nameZh || nameEn
}
