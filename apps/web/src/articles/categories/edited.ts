import type { AdminCategory } from '@portico/contract/article-categories-admin'

/** What a form is open for: a category, or a new one below another. */
export type Edited = { category: AdminCategory } | { below: number | null }
