import type { Location } from '@portico/contract/outages'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { archOpening, archStones } from '../ui/stone/arch.ts'
import { placeName } from '../ui/format/country-name.ts'
import { percentOf } from '../ui/format/percent-of.ts'
import { legStones, linesOf, stonesFor } from './location-stones.ts'
import styles from './location-arch.module.css'

const FOOT = 196
/** A pier with its cap and its base, the right one: the left one is its mirror image. */
const PIER = `M188 18H274V${FOOT - 28}H188ZM182 5.5H280V18H182ZM182 ${FOOT - 28}H280V${FOOT + 6}H182Z`
/** A lamp: the smallest stone. */
const LAMP = 'v-5.5a3.5 3.5 0 0 1 7 0v5.5z'

/** The locations as the stones of an arch, the first one at the top, each with its status. A picture: a list must name them too. */
export function LocationArch({ locations }: { locations: Location[] }) {
  const t = useT()
  const lang = useStore(language)
  const places = stonesFor(locations)
  const legs = legStones(locations.length)
  const ring = places.length - 2 * legs
  const fits = ring > 8 ? 8 : 10
  const stones = archStones({ outer: 274, inner: 188, ring, legs, foot: FOOT, gap: 11 })
  return (
    <svg className={styles['arch']} viewBox="-280 -288 560 490" data-many={ring > 8 || undefined} aria-hidden>
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="color-mix(in oklab, var(--accent) 62%, var(--ink))" />
          <stop offset=".42" stopColor="var(--accent)" />
          <stop offset=".7" stopColor="color-mix(in oklab, var(--accent) 42%, #fff)" />
          <stop offset=".87" stopColor="var(--warm-light)" />
          <stop offset="1" stopColor="var(--warm)" />
        </linearGradient>
      </defs>
      <path d={archOpening(182, FOOT + 6)} fill="url(#sky)" />
      {legs === 0 && <path className={styles['pier']} d={PIER} />}
      {legs === 0 && <path className={styles['pier']} d={PIER} transform="scale(-1 1)" />}
      {stones.map(({ d, x, y }, i) => {
        const place = places[i] ?? null
        if (!place) return <path key={d} className={styles['stone']} d={d} />
        const lines = linesOf(placeName(place.name, lang), fits)
        const top = y - lines.length * 8
        return (
          <g key={d} data-status={place.status}>
            <path className={styles['stone']} d={d} />
            <g className={styles['name']}>
              <path className={styles['lamp']} d={`M${x - 3.5} ${top - 4}${LAMP}`} />
              {lines.map(({ text, isLong }, row) => (
                <text key={text} data-long={isLong || undefined} x={x} y={top + 15 + row * 16}>
                  {text}
                </text>
              ))}
            </g>
            <text className={styles['state']} x={x} y={top + 16 + lines.length * 16}>
              {place.status === 'up' ? `${percentOf(place.uptime)}%` : t(`service.short_${place.status}`)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
