import { Button } from '@mantine/core'
import { type AdminGame, adminListGames } from '@portico/contract/games-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { list, prefetch } from '../api/query.ts'
import { loadMessages, useT } from '../i18n.ts'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { text, useAskedToOpen, usePageSearch } from '../ui/page-search.ts'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { GameDrawer } from './game-drawer.tsx'
import { GamesTable } from './games-table.tsx'
import { ImportModal } from './import-modal.tsx'

const games = list(adminListGames, {})
const Search = z.object({ q: text })

export const Route = createFileRoute('/_signed-in/_console/admin/games')({
  loader: () => Promise.all([loadMessages('games'), prefetch(games)]),
  component: GamesManagePage,
  staticData: { title: 'title.games' },
})

function GamesManagePage() {
  const t = useT()
  const query = useQuery(games)
  const [{ q = '' }, change] = usePageSearch(Search)
  const [edited, setEdited] = useState<AdminGame | 'new' | null>(null)
  const [imports, setImports] = useState(false)
  useAskedToOpen(true, () => setEdited('new'))
  const game = edited === 'new' ? null : edited
  const steps = stepsOf(query.data?.items, (row) => row.id === game?.id, setEdited)
  const isEmpty = query.data?.items.length === 0
  const buttons = (
    <>
      <Button variant="default" onClick={() => setImports(true)}>
        {t('game_manage.import')}
      </Button>
      <Button onClick={() => setEdited('new')}>{t('game_manage.create')}</Button>
    </>
  )
  return (
    <>
      <PageHeader title={t('title.games')} text={t('game_manage.text')}>
        {!isEmpty && buttons}
      </PageHeader>
      <FilterBar active={q !== ''} onClear={() => change({ q: '' })} hidden={isEmpty}>
        <SearchField label={t('game_manage.search')} value={q} onChange={(typed) => change({ q: typed })} />
      </FilterBar>
      <GamesTable
        query={query}
        sought={q}
        onEdit={setEdited}
        opened={game?.id}
        empty={
          <EmptyState title={t('game_manage.empty')} text={t('game_manage.empty_text')} drawing="start">
            {buttons}
          </EmptyState>
        }
      />
      {edited && <GameDrawer key={game?.id} game={game} steps={steps} onClose={() => setEdited(null)} />}
      {imports && <ImportModal onClose={() => setImports(false)} />}
    </>
  )
}
