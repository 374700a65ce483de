/** A text that stays on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}
