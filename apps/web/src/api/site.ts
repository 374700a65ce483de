import { getSiteConfig, type SiteConfig } from '@portico/contract/site'
import { createStore, useStore } from '../store.ts'
import { call } from './call.ts'

const site = createStore<SiteConfig | undefined>(undefined)

/** Asks for the site's values: at the start, and after an operator has changed them. Without an answer the pages do without. */
export async function fetchSite(): Promise<void> {
  try {
    site.set(await call(getSiteConfig, {}, { background: true }))
  } catch {
    // Nothing on a page waits for these values.
  }
}

/** The site's values; undefined until they are here, and where they cannot be had. */
export function useSite(): SiteConfig | undefined {
  return useStore(site)
}

/** The zone in which the site counts days; the browser's own until it is known. */
export function useZone(): string | undefined {
  return useSite()?.timezone
}
