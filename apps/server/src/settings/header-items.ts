import { headerLabel, type HeaderPage, isHeaderPage } from '@portico/contract/header'
import type { Settings } from '@portico/contract/settings-admin'
import type { SiteConfig } from '@portico/contract/site'
import type { Language } from '@portico/contract/translations'
import { addedPages, type PublicPage } from '../additions.ts'
import type { Db } from '../db/client.ts'

/** Whether a page exists only if a noun adds it. */
const isAdded: Record<HeaderPage, boolean> = {
  '/index': false,
  '/grammaly': true,
  '/price': false,
  '/discount': false,
  '/sup_game': true,
  '/service': false,
  '/help': false,
  '/soso': false,
  '/extension': false,
}

/**
 * Items of the public header, in order. An added page that is gone or has nothing to show is left out. Asks the database only for such a
 * page.
 */
export async function headerItems(db: Db, current: Pick<Settings, 'header.items'>, language: Language): Promise<SiteConfig['header']> {
  const items = await Promise.all(
    current['header.items'].map(async (item) =>
      (await isShown(db, item.to)) ? [{ to: item.to, label: headerLabel(item, language) }] : [],
    ),
  )
  return items.flat()
}

async function isShown(db: Db, to: string): Promise<boolean> {
  if (!isHeaderPage(to) || !isAdded[to]) return true
  const page = addedPages.all.find(({ path }) => path === to)
  return page !== undefined && hasContent(db, page)
}

/** Added pages that have something to show. */
export async function shownPages(db: Db): Promise<PublicPage[]> {
  const pages = await Promise.all(addedPages.all.map(async (page) => ((await hasContent(db, page)) ? [page] : [])))
  return pages.flat()
}

async function hasContent(db: Db, { isLinked }: PublicPage): Promise<boolean> {
  return isLinked === undefined || isLinked(db)
}
