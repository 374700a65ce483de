import { getImportLinks, type ImportApp } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { appsFor, deviceOf } from './import-apps.ts'

export type SuggestedApp = Pick<ImportApp, 'name' | 'home' | 'is_paid'> & { link: string }

/** The app to suggest on this device, if one can be opened from here. Null until that is known. */
export function useSuggestedApp(): SuggestedApp | null {
  const { data } = useQuery(get(getImportLinks, {}, { background: true }))
  const device = deviceOf(navigator)
  if (!data || device === null) return null
  const app = appsFor(data.apps, device).here.find(({ import_link: link }) => link !== null)
  return app?.import_link ? { name: app.name, home: app.home, is_paid: app.is_paid, link: app.import_link } : null
}
