import { type SQL, sql } from 'drizzle-orm'
import { type ArticleRow, articles } from './articles.table.ts'

// An article's place in reading order as a cursor. It holds the place itself: looking up a hidden article's would reveal that it exists.

export function toCursor({ shelf, sort, id }: Pick<ArticleRow, 'shelf' | 'sort' | 'id'>): string {
  return `${shelf}-${sort}-${id}`
}

/** Condition: the articles after a cursor in reading order. */
export function behind(cursor: string): SQL {
  const [shelf, sort, id] = cursor.split('-').map(Number)
  return sql`(${articles.shelf}, ${articles.sort}, ${articles.id}) > (${shelf}::bigint, ${sort}::bigint, ${id}::bigint)`
}
