import { escapeMarkup } from '../../escape-markup.ts'

/** The start of a text, escaped. */
export function excerpt(text: string, longest: number): string {
  return escapeMarkup(text.length > longest ? `${text.slice(0, longest)}…` : text)
}
