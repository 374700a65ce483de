import { getImportLinks } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { appsFor, deviceOf } from './import-apps.ts'

/** The app to suggest on this device, if one can be opened from here. Null until that is known. */
export function useSuggestedApp(): { name: string; link: string } | null {
  const { data } = useQuery(get(getImportLinks, {}, { background: true }))
  const device = deviceOf(navigator)
  if (!data || device === null) return null
  const app = appsFor(data.apps, device).here.find(({ import_link: link }) => link !== null)
  return app?.import_link ? { name: app.name, link: app.import_link } : null
}
