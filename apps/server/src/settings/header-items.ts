import { headerLabel } from '@portico/contract/header'
import type { Settings } from '@portico/contract/settings-admin'
import type { SiteConfig } from '@portico/contract/site'
import type { Language } from '@portico/contract/translations'
import type { Db } from '../db/client.ts'
import { hasGames } from '../games/list-games.ts'

/** Items of the public header, in order; games only if there are any. */
export async function headerItems(db: Db, current: Pick<Settings, 'header.items'>, language: Language): Promise<SiteConfig['header']> {
  const items = current['header.items'].map((item) => ({ to: item.to, label: headerLabel(item, language) }))
  const isEmpty = items.some(({ to }) => to === '/sup_game') && !(await hasGames(db))
  return isEmpty ? items.filter(({ to }) => to !== '/sup_game') : items
}
