/** `en-GB` → `British English`, in the reader's language. */
export function languageName(tag: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag
}
