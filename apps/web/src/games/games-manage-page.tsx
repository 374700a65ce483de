import { Button } from '@mantine/core'
import { adminDeleteGame, type AdminGame, adminHideGame, adminListGames, adminSortGames } from '@portico/contract/games-admin'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { language, loadMessages, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { lazyDialog, lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { useMoving } from '../ui/list/use-moving.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { text, usePageSearch } from '../ui/page-search.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { RowSwitch } from '../ui/table/row-actions.tsx'
import { GamePicture } from './game-picture.tsx'
import styles from './games-table.module.css'
import { textIn } from './text-in.ts'

const GameDrawer = lazyDrawer(async () => (await import('./game-drawer.tsx')).GameDrawer)
const ImportModal = lazyDialog(async () => (await import('./import-modal.tsx')).ImportModal)

const games = listOf(adminListGames)
const Search = z.object({ q: text })

export const Route = createFileRoute('/_signed-in/_console/admin/games')({
  loader: (route) => Promise.all([loadMessages('games'), games.load(route)]),
  component: GamesManagePage,
  staticData: { title: 'title.games' },
})

function GamesManagePage() {
  const t = useT()
  const lang = useStore(language)
  const list = useList(games)
  const editing = useEditing(list, 'content.write')
  const [{ q = '' }, change] = usePageSearch(Search)
  const [imports, setImports] = useState(false)
  const { data } = list.query
  const items = (data?.items ?? []).filter((game) => namesOf(game).includes(q.toLowerCase()))
  const moving = useMoving(list, (ids) => call(adminSortGames, { body: { ids } }))
  // Games in part of the list cannot be moved.
  const movable = q === ''
  const buttons = (
    <>
      <Button variant="default" onClick={() => setImports(true)}>
        {t('game_manage.import')}
      </Button>
      {editing.button(t('game_manage.create'))}
    </>
  )
  return (
    <>
      <PageHeader title={t('title.games')} text={t('game_manage.text')}>
        {!list.isEmpty && buttons}
      </PageHeader>
      <FilterBar active={!movable} onClear={() => change({ q: '' })} hidden={list.isEmpty}>
        <SearchField label={t('game_manage.search')} value={q} onChange={(typed) => change({ q: typed })} />
      </FilterBar>
      <DataTable
        label={t('title.games')}
        {...list.table}
        {...editing.table}
        query={{ ...list.query, data: data && { ...data, items } }}
        columns={[
          ...(movable ? [moving.handle(t('game_manage.order'))] : []),
          { header: t('game_manage.game'), render: (game) => <Name game={game} />, opens: true, at: 'who' },
          { header: t('game_manage.aliases'), render: ({ aliases }) => aliases.join(', '), lesser: true },
          {
            header: t('game_manage.platforms'),
            render: ({ platforms }) => platforms.map((platform) => t(`platform.${platform}`)).join(t('sup_game.separator')),
            at: 'what',
          },
          { header: t('game_manage.recommended'), render: (game) => textIn(game, 'recommended', lang), lesser: true },
          {
            header: t('game_manage.shown'),
            render: (game) => (
              <RowSwitch
                needs="content.write"
                label={`${textIn(game, 'name', lang)}: ${t('game_manage.shown')}`}
                on={!game.hidden}
                save={(on) => call(adminHideGame, { params: { id: game.id }, body: { hidden: !on } })}
                changes={[adminListGames]}
              />
            ),
            at: 'state',
          },
          editing.actions((game) => {
            const name = textIn(game, 'name', lang)
            return {
              name,
              words: {
                title: t('game_manage.delete_title', { name }),
                text: t('game_manage.delete_text'),
                done: t('game_manage.deleted', { name }),
              },
              remove: () => call(adminDeleteGame, { params: { id: game.id } }),
              renderMore: () => movable && moving.items(game),
            }
          }),
        ]}
        empty={{ title: t('game_manage.empty'), text: t('game_manage.empty_text'), drawing: 'start', children: buttons }}
      />
      {editing.form(GameDrawer)}
      {imports && <ImportModal onClose={() => setImports(false)} />}
    </>
  )
}

function namesOf({ name, translations, aliases }: AdminGame): string {
  return [name, translations.en?.name, translations['zh-CN']?.name, ...aliases].join('\n').toLowerCase()
}

function Name({ game }: { game: AdminGame }) {
  const name = textIn(game, 'name', useStore(language))
  return (
    <span className={styles['name']}>
      <GamePicture name={name} picture={game.picture} small />
      <strong>{name}</strong>
    </span>
  )
}
