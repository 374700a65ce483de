/** What a country is called in the reader's language; a dash where it is not known. */
export function countryName(code: string | null, locale: string): string {
  if (code === null) return '—'
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code
  } catch {
    // No region's code: shown as it came.
    return code
  }
}
