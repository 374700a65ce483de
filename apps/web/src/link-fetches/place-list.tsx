import type { LinkFetch } from '@portico/contract/link-fetches'
import { language, useT } from '../i18n.ts'
import { countryName } from '../ui/format/country-name.ts'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { clientName } from './client-name.ts'
import styles from './link-fetches.module.css'
import { placesOf } from './places.ts'

/** Entries shown at first; the rest unfolds. */
const FIRST = 5

/** The apps and networks that fetched a link, with their countries if the site can determine them. */
export function PlaceList({ fetches, hasCountries }: { fetches: LinkFetch[]; hasCountries: boolean }) {
  const t = useT()
  const places = placesOf(fetches)
  if (places.length === 0) return <p className="intro">{t('link_fetch.none')}</p>
  const list = (some: LinkFetch[]) => (
    <ul className={styles['places']}>
      {some.map((place) => (
        <li key={`${place.client} ${place.network}`}>
          <span>
            <strong>{clientName(place.client, t)}</strong>
            <small>{hasCountries ? `${place.network} · ${countryName(place.country, language.get())}` : place.network}</small>
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
