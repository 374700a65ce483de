import { loginLeadsBack } from './body/hidden-note.ts'
import type { findReadable } from './read-articles.ts'
import type { ReaderWithFills } from './reader.ts'
import { renderBody } from './body/render-body.ts'

/** The body of a found article as this reader sees it. */
export function renderArticle(
  { article, text, body }: Awaited<ReturnType<typeof findReadable>>,
  { reader, fills }: ReaderWithFills,
): string {
  const html = renderBody(body, reader, fills(text.language), text.language)
  return reader.accountId === null ? loginLeadsBack(html, article.id) : html
}
