import type { MemberNode, MemberNodes } from '@portico/contract/nodes'
import { getServiceStatus, type Location } from '@portico/contract/outages'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/query.ts'
import { language, useT } from '../../i18n.ts'
import { PlaceStones } from '../../outages/location-strips.tsx'
import { uptimes } from '../../outages/overall.ts'
import { useStore } from '../../store.ts'
import { knownDays } from '../../ui/chart/day-stones.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { placeName } from '../../ui/format/country-name.ts'
import { percentOf } from '../../ui/format/percent-of.ts'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { FilterBar, SearchField } from '../../ui/table/filter-bar.tsx'
import { protocolName, rateText } from '../node-text.ts'
import styles from './my-nodes.module.css'

interface Props {
  nodes: MemberNodes
  search: { value: string | undefined; onChange: (typed: string | undefined) => void }
  onClear: () => void
}
/** Nodes from which a search field is shown. */
const SEARCHED = 8

/** The member's nodes by location, each location with how it did lately. */
export function MyNodes({ nodes, search, onClear }: Props) {
  const t = useT()
  const { data } = useQuery({ ...get(getServiceStatus, {}, { background: true }), refetchInterval: 60_000 })
  const known = knownDays(data?.locations.map(uptimes) ?? [])
  const found = nodes.items
  const places = [...new Set(found.map(({ location }) => location))]
  return (
    <>
      <FilterBar active={false} onClear={onClear} hidden={nodes.all < SEARCHED}>
        <SearchField {...search} label={t('nodes.search')} />
      </FilterBar>
      {found.length === 0 && <EmptyState drawing="search" title={t('nodes.nothing')} />}
      <ul className={styles['places']}>
        {places.map((name) => {
          const here = found.filter((node) => node.location === name)
          const isOne = here.length === 1 && nodes.total === nodes.all
          return (
            // The state of its only node is the state of a location.
            <li key={name} data-one={isOne || undefined}>
              <Place name={name} location={data?.locations.find((one) => one.name === name)} known={known} />
              <ul>
                {here.map((node) => (
                  <Node key={node.id} node={node} />
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function isUp({ status, maintenance }: MemberNode): boolean {
  return status !== 'offline' && !maintenance
}

function Place({ name, location, known }: { name: string; location: Location | undefined; known: number }) {
  const lang = useStore(language)
  return (
    <div className={styles['place']}>
      <i data-status={location?.status} aria-hidden />
      <h2>{placeName(name, lang)}</h2>
      {location && (
        <>
          <span>{percentOf(location.uptime)}%</span>
          <PlaceStones place={{ ...location, days: location.days.slice(-known) }} />
        </>
      )}
    </div>
  )
}

const TONES: Record<MemberNode['status'], Tone> = { online: 'good', idle: 'quiet', offline: 'bad' }

function Node({ node }: { node: MemberNode }) {
  const t = useT()
  const { name, tags, protocol, status, maintenance, last_check_at: seen } = node
  const rate = rateText(node.rate)
  return (
    <li className={styles['node']}>
      <span className={styles['name']}>
        <strong>{name}</strong>
        {tags.map((tag) => (
          <span key={tag} className={styles['tag']}>
            {tag}
          </span>
        ))}
        <small>
          {protocolName(protocol)}
          {!isUp(node) && seen && (
            <>
              {' · '}
              {t('nodes.seen')} <TimeAgo value={seen} />
            </>
          )}
        </small>
      </span>
      <span className={styles['rate']} data-cheap={node.rate < 100 || undefined} title={t('node.rate_text', { rate })}>
        {rate}
      </span>
      {maintenance ? (
        <StatusBadge tone="warn" label={t('node_status.maintenance')} />
      ) : (
        <StatusBadge tone={TONES[status]} label={t(`node_status.${status}`)} />
      )}
    </li>
  )
}
