import { escapeMarkup } from '../../escape-markup.ts'

const segmenter = new Intl.Segmenter()

/** The start of a text, at most so many UTF-16 units, without a character that is cut in two. */
export function startOf(text: string, longest: number): string {
  if (text.length <= longest) return text
  let end = 0
  for (const { index, segment } of segmenter.segment(text.slice(0, longest + 1))) {
    if (index + segment.length > longest) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

/** `startOf`, with three dots where something was cut off. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${startOf(text, longest)}…` : text
}

/** `shortened`, escaped. */
export function excerpt(text: string, longest: number): string {
  return escapeMarkup(shortened(text, longest))
}
