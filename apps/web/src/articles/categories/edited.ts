import type { AdminCategory } from '@portico/contract/article-categories-admin'

/** What the form edits: a category, or a new one below another. */
export type Edited = { category: AdminCategory } | { below: number | null }
