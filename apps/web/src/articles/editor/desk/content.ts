import type { Language } from '@portico/contract/translations'
import type { ArticleContent, ArticleText } from '@portico/contract/articles-admin'

export const EMPTY_TEXT: ArticleText = { title: '', summary: '', body: '' }

/** Content with a change to one language. A language without any text is null. */
export function withText(content: ArticleContent, language: Language, change: Partial<ArticleText>): ArticleContent {
  const text = { ...(content.texts[language] ?? EMPTY_TEXT), ...change }
  const isEmpty = text.title.trim() === '' && text.summary.trim() === '' && text.body === ''
  return { ...content, texts: { ...content.texts, [language]: isEmpty ? null : text } }
}

export const sameContent = (a: ArticleContent, b: ArticleContent): boolean => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))

/** What a publication shows in a language: with a title and a body. */
export function isComplete(text: ArticleText | null): boolean {
  return text !== null && text.title.trim() !== '' && text.body !== ''
}

function ordered({ texts, audience, audience_ids: ids }: ArticleContent): unknown {
  return [texts.en, texts['zh-CN']].map((text) => text && [text.title, text.summary, text.body]).concat([[audience, ids.join()]] as never)
}
