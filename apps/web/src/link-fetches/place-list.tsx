import type { LinkFetch } from '@portico/contract/link-fetches'
import { useT } from '../i18n.ts'
import { TimeAgo } from '../ui/time-ago.tsx'
import styles from './link-fetches.module.css'
import { placesOf } from './places.ts'

/** How many are shown at once; the rest is a click away. */
const FIRST = 5

/** The apps and networks a link was fetched from. */
export function PlaceList({ fetches }: { fetches: LinkFetch[] }) {
  const t = useT()
  const places = placesOf(fetches)
  if (places.length === 0) return <p className={styles['quiet']}>{t('link_fetch.none')}</p>
  const list = (some: LinkFetch[]) => (
    <ul className={styles['places']}>
      {some.map((place) => (
        <li key={`${place.client} ${place.network}`}>
          <span>
            <strong>{nameOf(place.client, t('link_fetch.unknown'), t('link_fetch.browser'))}</strong>
            <small>{place.country === null ? place.network : `${place.network} · ${place.country}`}</small>
          </span>
          <TimeAgo value={place.at} />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {list(places.slice(0, FIRST))}
      {places.length > FIRST && (
        <details className={styles['more']}>
          <summary>{t('link_fetch.more', { n: places.length - FIRST })}</summary>
          {list(places.slice(FIRST))}
        </details>
      )}
    </>
  )
}

function nameOf(client: string, unknown: string, browser: string): string {
  if (client === 'unknown') return unknown
  return client === 'browser' ? browser : client
}
