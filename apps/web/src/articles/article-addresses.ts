import type { ArticleKind } from '@portico/contract/articles-admin'

/** Addresses for writing and reading articles. */
export const newArticle = (kind: ArticleKind): string => `/admin/content/contentcreate?kind=${kind}`
export const editArticle = (id: number): string => `/admin/content/contentcreate/${id}`
export const readArticle = (id: number): string => `/article/articleRead/${id}`
