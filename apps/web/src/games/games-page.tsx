import { type Game, listGames } from '@portico/contract/games'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { get, queryClient } from '../api/query.ts'
import { language, loadMessages, useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { text, usePageSearch } from '../ui/page-search.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { LoadFailed, Loading, PublicFrame } from '../ui/plain/public-frame.tsx'
import * as z from 'zod/mini'
import { findGames } from './find-games.ts'
import { GamePicture } from './game-picture.tsx'
import { toneOf } from '../outages/tone.ts'
import { useServiceStatus } from '../outages/use-service-status.ts'
import { useStore } from '../store.ts'
import { placeName } from '../ui/format/country-name.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import styles from './games-page.module.css'
import { usePinyinMatch } from './use-pinyin-match.ts'

const Search = z.object({ q: text })

export const Route = createFileRoute('/_public/sup_game')({
  loader: () => Promise.all([loadMessages('games'), loadMessages('service')]),
  component: GamesPage,
  staticData: { title: 'title.sup_game' },
})

function GamesPage() {
  const t = useT()
  const { data, isPending, isError, refetch } = useQuery(get(listGames, {}), queryClient)
  return (
    <PublicFrame title={t('title.sup_game')} text={t('sup_game.text')}>
      {isPending && <Loading />}
      {isError && !data && <LoadFailed title={t('sup_game.failed')} onRetry={refetch} />}
      {data?.total === 0 && (
        <EmptyState title={t('sup_game.none')} text={t('sup_game.none_text')} drawing="start">
          <Link to="/service" className={buttonClass('primary')}>
            {t('sup_game.ask')}
          </Link>
        </EmptyState>
      )}
      {data && data.total > 0 && <Games games={data.items} />}
    </PublicFrame>
  )
}

function Games({ games }: { games: Game[] }) {
  const t = useT()
  const [{ q = '' }, change] = usePageSearch(Search)
  const byPinyin = usePinyinMatch(q)
  const found = findGames(games, q, byPinyin)
  return (
    <div className={styles['games']}>
      <search className={styles['search']}>
        <input
          type="search"
          aria-label={t('sup_game.search')}
          placeholder={t('sup_game.search')}
          maxLength={60}
          defaultValue={q}
          onInput={(event) => change({ q: event.currentTarget.value })}
        />
        <p role="status">{t('sup_game.count', { n: found.length })}</p>
      </search>
      {found.length === 0 ? (
        <EmptyState title={t('sup_game.unknown', { q })} text={t('sup_game.unknown_text')} drawing="search">
          <Link to="/service" className={buttonClass('outline')}>
            {t('sup_game.ask')}
          </Link>
        </EmptyState>
      ) : (
        <ul className={styles['list']}>
          {found.map((game) => (
            <li key={game.id}>
              <GameRow game={game} />
            </li>
          ))}
        </ul>
      )}
      {found.length > 0 && (
        <p className={styles['missing']}>
          {t('sup_game.missing')} <Link to="/service">{t('sup_game.ask')}</Link>
        </p>
      )}
    </div>
  )
}

function GameRow({ game: { name, publisher, region, recommended, platforms, picture } }: { game: Game }) {
  const t = useT()
  const origin = [publisher, region].filter(Boolean).join(' · ')
  return (
    <article className={styles['game']}>
      <div className={styles['stand']}>
        <GamePicture name={name} picture={picture} />
      </div>
      <div>
        <h2>{name}</h2>
        {origin && <p>{origin}</p>}
        {platforms.length > 0 && <p>{platforms.map((platform) => t(`platform.${platform}`)).join(t('sup_game.separator'))}</p>}
      </div>
      {recommended && <Recommended places={recommended} />}
    </article>
  )
}

/** Locations an operator recommends, with status where they are ours. */
function Recommended({ places }: { places: string }) {
  const t = useT()
  const lang = useStore(language)
  const { data } = useServiceStatus()
  const names = places.split(/[,，、]\s*/).filter(Boolean)
  const known = names.map((name) => data?.locations.find((one) => [one.name, placeName(one.name, lang)].includes(name)))
  if (!known.some(Boolean)) return <p className={styles['recommended']}>{t('sup_game.recommended', { places })}</p>
  return (
    <p className={styles['recommended']}>
      <span>{t('sup_game.best')}</span>
      <span>
        {names.map((name, i) => {
          const place = known[i]
          return place ? (
            <span key={name} title={t(`service.${place.status}`)}>
              <StatusBadge tone={toneOf(place.status)} label={name} />
            </span>
          ) : (
            <span key={name}>{name}</span>
          )
        })}
      </span>
    </p>
  )
}
