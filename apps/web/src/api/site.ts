import { getSiteConfig, type SiteConfig } from '@portico/contract/site'
import { useQuery } from '@tanstack/react-query'
import { get, queryClient } from './query.ts'

const config = { ...get(getSiteConfig, {}, { background: true }), staleTime: 60_000 }

/** Starts fetching the site's values, before anything is drawn. */
export function prefetchSite(): void {
  void queryClient.prefetchQuery(config)
}

/** The site's values; undefined until they are here, and where they cannot be had. */
export function useSite(): SiteConfig | undefined {
  return useQuery(config).data
}

/** The zone in which the site counts days; the browser's own until it is known. */
export function useZone(): string | undefined {
  return useSite()?.timezone
}
