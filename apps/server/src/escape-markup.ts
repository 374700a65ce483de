/** Plain text as the content or a quoted attribute of HTML or XML. */
export function escapeMarkup(text: string): string {
  // XML has no spelling for other control characters.
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
