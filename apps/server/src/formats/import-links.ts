import { FORMATS, type FormatName } from '@portico/contract/formats'
import { listedFormats } from './formats.ts'

/** The apps that can import a subscription, suggested ones first, and its address in each format. `url`: the member's link. */
export function importLinks(url: string, siteTitle: string) {
  const apps = FORMATS.flatMap((format) => (listedFormats[format].apps ?? []).map((app) => ({ format, app })))
  return {
    apps: apps
      .toSorted((a, b) => a.app.rank - b.app.rank)
      .map(({ format, app: { name, devices, home, isFlagged, isPaid = false, link } }) => {
        const address = isFlagged ? flagged(url, format) : url
        return { name, devices, home, isPaid, address, link: link?.(address, siteTitle) ?? null }
      }),
    formats: FORMATS.map((format) => {
      const { title, about } = listedFormats[format]
      return { format, title, about, address: flagged(url, format) }
    }),
  }
}

/** The address with a format flag, for apps whose User-Agent does not identify them. */
function flagged(url: string, format: FormatName): string {
  const address = new URL(url)
  address.searchParams.set('flag', format)
  return address.href
}
