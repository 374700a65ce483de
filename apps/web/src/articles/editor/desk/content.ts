import type { Language } from '@portico/contract/translations'
import type { ArticleContent, ArticleText } from '@portico/contract/articles-admin'

export const EMPTY_TEXT: ArticleText = { title: '', summary: '', body: '' }

/** Content with a change to one language. A language without any text is null. */
export function withText(content: ArticleContent, language: Language, change: Partial<ArticleText>): ArticleContent {
  const text = { ...(content.texts[language] ?? EMPTY_TEXT), ...change }
  const isEmpty = text.title.trim() === '' && text.summary.trim() === '' && text.body === ''
  return { ...content, texts: { ...content.texts, [language]: isEmpty ? null : text } }
}

/** The last few bodies with their plain form, because the editor asks at every key. */
const known = new Map<string, string>()
const MOST_KNOWN = 8

/** A body as any browser would write it: the server and the editor spell the same text differently. */
export function plainBody(body: string): string {
  const before = known.get(body)
  if (before !== undefined) return before
  const plain = written(body)
  known.set(body, plain)
  for (const oldest of known.keys()) if (known.size > MOST_KNOWN) known.delete(oldest)
  return plain
}

function written(body: string): string {
  const root = new DOMParser().parseFromString(body, 'text/html').body
  for (const cell of root.querySelectorAll('[colspan="1"]')) cell.removeAttribute('colspan')
  for (const cell of root.querySelectorAll('[rowspan="1"]')) cell.removeAttribute('rowspan')
  while (root.lastElementChild?.tagName === 'P' && root.lastElementChild.childNodes.length === 0) root.lastElementChild.remove()
  // Attributes in one order.
  for (const element of root.querySelectorAll('*')) {
    const attributes = [...element.attributes].map(({ name, value }) => [name, value] as const)
    for (const [name] of attributes) element.removeAttribute(name)
    for (const [name, value] of attributes.toSorted(([a], [b]) => (a < b ? -1 : 1))) element.setAttribute(name, value)
  }
  return root.innerHTML.trim()
}

/** Whether two texts read the same, however they are written. */
export function sameText(a: ArticleText | null, b: ArticleText | null): boolean {
  const [one, two] = [a ?? EMPTY_TEXT, b ?? EMPTY_TEXT]
  const isSame = (['title', 'summary'] as const).every((field) => one[field].trim() === two[field].trim())
  return isSame && (one.body === two.body || plainBody(one.body) === plainBody(two.body))
}

/** The audience blocks of a body, by audience. */
function blocksIn(body: string): string {
  if (!body.includes('<section')) return ''
  const root = new DOMParser().parseFromString(body, 'text/html').body
  const blocks = [...root.querySelectorAll<HTMLElement>('section')].map(({ dataset }) => {
    const ids = (dataset['ids'] ?? '').split(',').toSorted((a, b) => a.localeCompare(b))
    return `${dataset['audience']} ${ids.join()}`
  })
  return blocks.toSorted((a, b) => a.localeCompare(b)).join(';')
}

/** Whether a block for some readers is only in one of two complete languages. */
export function hasUnevenBlocks({ texts: { en, 'zh-CN': zh } }: ArticleContent): boolean {
  return en !== null && zh !== null && isComplete(en) && isComplete(zh) && blocksIn(en.body) !== blocksIn(zh.body)
}

/** Whether a language is an untranslated copy of the other; the script tells which came first. */
export function isCopy({ texts }: Pick<ArticleContent, 'texts'>, language: Language): boolean {
  const [own, other] = [texts[language], texts[language === 'en' ? 'zh-CN' : 'en']]
  if (!own || !other || own.body === '' || plainBody(own.body) !== plainBody(other.body)) return false
  return /\p{Script=Han}/u.test(own.body.replaceAll(/<[^>]*>/g, '')) === (language === 'en')
}

/** Number of pictures without description, in both languages. */
export function countBarePictures({ texts }: ArticleContent): number {
  const bodies = [texts.en?.body ?? '', texts['zh-CN']?.body ?? '']
  const root = new DOMParser().parseFromString(bodies.join(''), 'text/html').body
  return [...root.querySelectorAll('img')].filter(({ alt }) => alt.trim() === '').length
}

/** Whether nothing differs that a reader or the server would notice. */
export function equalContent(a: ArticleContent, b: ArticleContent): boolean {
  const isSameAudience = a.audience === b.audience && a.audience_ids.join() === b.audience_ids.join()
  return isSameAudience && sameText(a.texts.en, b.texts.en) && sameText(a.texts['zh-CN'], b.texts['zh-CN'])
}

export const sameContent = (a: ArticleContent, b: ArticleContent): boolean => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))

/** Whether a text can be published: it has title and body. */
export function isComplete(text: ArticleText | null): boolean {
  return text !== null && text.title.trim() !== '' && text.body !== ''
}

function ordered({ texts, audience, audience_ids: ids }: ArticleContent): unknown {
  return [audience, ids, ...[texts.en, texts['zh-CN']].map((text) => text && [text.title, text.summary, text.body])]
}
