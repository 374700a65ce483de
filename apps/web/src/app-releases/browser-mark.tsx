import type { ReleasePlatform } from '@portico/contract/app-releases'

/** Outlines in a square of 40 units. */
const PATHS: Partial<Record<ReleasePlatform, string>> = {
  chrome:
    'M20 4a16 16 0 1 0 0 32 16 16 0 0 0 0-32M20 13.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M20 13.5h14.6M14.4 23.2L7.1 10.6M25.6 23.2l-7.3 12.7',
  edge: 'M5 21C5 12 11.5 5 20 5s15 6 15 13c0 5-4 8-8.5 8-3 0-4.5-1.5-3.5-3.5 1.5-3-.5-7.5-5.500-7.5C11 15 8 20 9.5 26c1.6 6 7.5 9.5 14 8.5 3.6-.5 6.5-2.5 8-5',
  firefox:
    'M22 4c1 4 9.5 7 12 14 2.5 9-4 18-14 18S4 29 5 20c.3-3.5 2-6.5 4-8.5.3 2.5 1.200 4 3 5C13 11 16 6 22 4M13 22a7.5 7.5 0 0 0 15 1c0-3-1.5-5-4-6.5',
}

/** A browser by its outline; decoration only. */
export function BrowserMark({ of }: { of: ReleasePlatform }) {
  return (
    <svg width="40" height="40" viewBox="0 0 40 40" fill="none" stroke="currentColor" strokeWidth={2} strokeLinejoin="round" aria-hidden>
      <path d={PATHS[of]} />
    </svg>
  )
}
