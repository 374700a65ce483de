import type { Language } from '@portico/contract/translations'
import type { ReadableArticle } from '../articles/read-articles.ts'
import { escapeMarkup } from '../escape-markup.ts'
import type { Site } from '../public-pages/frame.ts'
import { inLanguage } from '../public-pages/search-engines.ts'
import { helpTexts } from './help-texts.ts'

/** An Atom feed of titles and summaries; no bodies, whose parts may be for members. */
export function newsFeed({ name, origin }: Site, language: Language, articles: ReadableArticle[]): string {
  const self = inLanguage(`${origin}/help/feed.xml`, language)
  const newest = articles.map(({ changedAt }) => changedAt.getTime()).toSorted((a, b) => b - a)[0] ?? 0
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${escapeMarkup(self)}</id>
<title>${escapeMarkup(`${helpTexts[language].help} - ${name}`)}</title>
<updated>${new Date(newest).toISOString()}</updated>
<author><name>${escapeMarkup(name)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeMarkup(self)}"/>
<link rel="alternate" type="text/html" href="${escapeMarkup(inLanguage(`${origin}/help`, language))}"/>
${articles.map((article) => entry(origin, article)).join('\n')}
</feed>
`
}

function entry(origin: string, { article, text, changedAt }: ReadableArticle): string {
  const address = `${origin}/help/${article.id}`
  const summary = text.summary === '' ? '' : `<summary type="text">${escapeMarkup(text.summary)}</summary>`
  return `<entry xml:lang="${text.language}">
<id>${escapeMarkup(address)}</id>
<title type="text">${escapeMarkup(text.title)}</title>
<published>${(article.publishedAt ?? changedAt).toISOString()}</published>
<updated>${changedAt.toISOString()}</updated>
<link rel="alternate" type="text/html" hreflang="${text.language}" href="${escapeMarkup(inLanguage(address, text.language))}"/>
${summary}
</entry>`
}
