/** The name of a country in the reader's language; a dash if the country is not known. */
export function countryName(code: string | null, locale: string): string {
  return code === null ? '—' : nameOf(code, locale, 'long')
}

/** The name of a place: that of a country, short and in the reader's language, for an ISO code such as HK; other texts stay. */
export function placeName(place: string, locale: string): string {
  return /^[A-Z]{2}$/.test(place) ? nameOf(place, locale, 'short') : place
}

function nameOf(code: string, locale: string, style: 'short' | 'long'): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region', style }).of(code) ?? code
  } catch {
    // Not a region code: it is shown unchanged.
    return code
  }
}
