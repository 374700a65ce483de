import { ArticleContent } from '@portico/contract/articles-admin'
import * as z from 'zod/mini'

// What the server has not got yet outlives a closed tab here. Each editor and article has a copy.
const Copy = z.object({
  base: z.int(),
  /** When the server last had everything, by its clock; null: never. */
  after: z.nullable(z.string()),
  /** By this computer's clock, which may be wrong. */
  at: z.string(),
  content: ArticleContent,
})
type LocalCopy = z.infer<typeof Copy>

const nameOf = (accountId: number, articleId: number | null): string => `portico.article.${accountId}.${articleId ?? 'new'}`

export function keepCopy(accountId: number, articleId: number | null, copy: LocalCopy): void {
  try {
    localStorage.setItem(nameOf(accountId, articleId), JSON.stringify(copy))
  } catch {
    // The storage is full or forbidden. The server's copy remains.
  }
}

export function dropCopy(accountId: number, articleId: number | null): void {
  localStorage.removeItem(nameOf(accountId, articleId))
}

/** Unsent changes stored in the browser; null: none, or unreadable. */
export function readCopy(accountId: number, articleId: number | null): LocalCopy | null {
  try {
    return Copy.parse(JSON.parse(localStorage.getItem(nameOf(accountId, articleId)) ?? 'null'))
  } catch {
    return null
  }
}
