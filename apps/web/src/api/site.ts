import { getSiteConfig, type SiteConfig } from '@portico/contract/site'
import { createStore, useStore } from '../store.ts'
import { call } from './call.ts'

export const site = createStore<SiteConfig | undefined>(undefined)

export const setSite = (values: SiteConfig | undefined): void => site.set(values)

/** Fetches the site's values: at the start, and after an operator changes them. If it fails, pages do without them. */
export async function fetchSite(): Promise<void> {
  try {
    site.set(await call(getSiteConfig, {}, { background: true }))
  } catch {
    // Nothing on a page waits for these values.
  }
}

/** The site's values. Undefined until they are loaded, or if that fails. */
export function useSite(): SiteConfig | undefined {
  return useStore(site)
}

/** The time zone in which the site counts days. Undefined, which means the browser's own, until it is known. */
export function useZone(): string | undefined {
  return useSite()?.timezone
}
