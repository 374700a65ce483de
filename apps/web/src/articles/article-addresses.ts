import type { ArticleKind } from '@portico/contract/articles-admin'

/** Where articles are written and read. */
export const newArticle = (kind: ArticleKind): string => `/admin/content/contentcreate?kind=${kind}`
export const editArticle = (id: number): string => `/admin/content/contentcreate/${id}`
export const readArticle = (id: number): string => `/article/articleRead/${id}`
