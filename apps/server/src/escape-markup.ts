/** Plain text as the content or a quoted attribute of HTML or XML. */
export function escapeMarkup(text: string): string {
  // XML has no spelling for other control characters.
  return text.replace(/(?![\t\n\r\x7f-\x9f])[\p{Cc}\ufffe\uffff]/gu, '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
