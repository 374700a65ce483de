import { type Area, loadInParts } from './i18n.ts'

/** Loads what the page at an address says of these areas. Public pages load theirs whole, and are built without this. */
export async function loadPageTexts(pathname: string, ...areas: Area[]): Promise<void> {
  const { pageAt } = await import('./page-texts.ts')
  await loadInParts(
    ['frame', pageAt(pathname)].map((page): Area => `pages/${page}`),
    areas,
  )
}
