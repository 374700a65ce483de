import { type AdminGame, adminDeleteGame, adminHideGame, adminListGames, adminSortGames } from '@portico/contract/games-admin'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { useOrder } from '../api/use-order.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { type Column, DataTable, type ListQuery } from '../ui/table/data-table.tsx'
import { MoveHandle, MoveItems } from '../ui/table/move-buttons.tsx'
import { RowActions, RowSwitch } from '../ui/table/row-actions.tsx'
import { GamePicture } from './game-picture.tsx'
import { textIn } from './text-in.ts'
import styles from './games-table.module.css'

interface GamesTableProps {
  query: ListQuery<AdminGame>
  /** Part of a name; '': all. In a partial list games cannot be moved. */
  sought: string
  opened: number | undefined
  onEdit: (game: AdminGame) => void
  empty: ReactNode
}

/** All games in their order. */
export function GamesTable({ query, sought, opened, onEdit, empty }: GamesTableProps) {
  const t = useT()
  const lang = useStore(language)
  const all = query.data?.items ?? []
  const items = all.filter((game) => namesOf(game).includes(sought.toLowerCase()))
  const sort = useOrder(adminListGames, (ids) => call(adminSortGames, { body: { ids } }))
  const move = { ids: all.map(({ id }) => id), disabled: sort.isPending, onMove: sort.mutate }
  const movable = sought === ''
  const columns: Column<AdminGame>[] = [
    ...(movable ? [{ header: t('game_manage.order'), handle: true, render: () => <MoveHandle {...move} /> }] : []),
    { header: t('game_manage.game'), render: (game) => <Name game={game} />, opens: true, at: 'who' },
    { header: t('game_manage.aliases'), render: ({ aliases }) => aliases.join(', '), lesser: true },
    {
      header: t('game_manage.platforms'),
      render: ({ platforms }) => platforms.map((platform) => t(`platform.${platform}`)).join(t('sup_game.separator')),
      at: 'what',
    },
    { header: t('game_manage.recommended'), render: (game) => textIn(game, 'recommended', lang), lesser: true },
    { header: t('game_manage.shown'), render: (game) => <Shown game={game} />, at: 'state' },
    {
      header: t('table.actions'),
      actions: true,
      render: (game) => (
        <Actions game={game} onEdit={() => onEdit(game)}>
          {movable && <MoveItems id={game.id} {...move} />}
        </Actions>
      ),
    },
  ]
  return (
    <DataTable
      label={t('title.games')}
      query={query.data ? { ...query, data: { ...query.data, items } } : query}
      columns={columns}
      rowKey={(game) => game.id}
      onOpen={onEdit}
      opened={opened}
      empty={empty}
    />
  )
}

function namesOf({ name, translations, aliases }: AdminGame): string {
  return [name, translations.en?.name, translations['zh-CN']?.name, ...aliases].join('\n').toLowerCase()
}

function Name({ game }: { game: AdminGame }) {
  const name = textIn(game, 'name', useStore(language))
  const { picture } = game
  return (
    <span className={styles['name']}>
      <GamePicture name={name} picture={picture} small />
      <strong>{name}</strong>
    </span>
  )
}

function Shown({ game }: { game: AdminGame }) {
  const t = useT()
  const name = textIn(game, 'name', useStore(language))
  const { id, hidden } = game
  return (
    <RowSwitch
      needs="content.write"
      label={`${name}: ${t('game_manage.shown')}`}
      on={!hidden}
      save={(on) => call(adminHideGame, { params: { id }, body: { hidden: !on } })}
      changes={[adminListGames]}
    />
  )
}

function Actions({ game, onEdit, children }: { game: AdminGame; onEdit: () => void; children: ReactNode }) {
  const t = useT()
  const { id } = game
  const name = textIn(game, 'name', useStore(language))
  return (
    <RowActions
      name={name}
      onEdit={onEdit}
      words={{
        title: t('game_manage.delete_title', { name }),
        text: t('game_manage.delete_text'),
        done: t('game_manage.deleted', { name }),
      }}
      remove={() => call(adminDeleteGame, { params: { id } })}
      changes={[adminListGames]}
    >
      {children}
    </RowActions>
  )
}
