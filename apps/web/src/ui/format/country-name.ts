/** The name of a country in the reader's language; a dash if the country is not known. */
export function countryName(code: string | null, locale: string): string {
  if (code === null) return '—'
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
  } catch {
    // Not a region code: it is shown unchanged.
    return code
  }
}
