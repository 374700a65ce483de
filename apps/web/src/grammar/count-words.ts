import type { Language } from '@portico/contract/translations'

/** Words of a text in any language, also in those without spaces. */
export function countWords(text: string, language: Language): number {
  if (!('Segmenter' in Intl)) return text.split(/\s+/).filter(Boolean).length
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) if (isWordLike) words++
  return words
}
