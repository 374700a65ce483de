import { Button, Menu, SegmentedControl, TextInput } from '@mantine/core'
import {
  adminAssignStatementLine,
  adminIgnoreStatementLine,
  adminListStatementLines,
  type StatementLine,
  StatementStatus,
} from '@portico/contract/statements-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { methodName } from '../payments/method-name.ts'
import { Allowed } from '../ui/allowed.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { lazyDialog, lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { choice, pageNumber, rowId, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import { ImportsTable } from './imports-table.tsx'
import own from './statements.module.css'
import { Suggestions } from './suggestions.tsx'

const UploadDrawer = lazyDrawer(async () => (await import('./upload-drawer.tsx')).UploadDrawer)
const ImportDrawer = lazyDrawer(async () => (await import('./import-drawer.tsx')).ImportDrawer)
const SettleModal = lazyDialog(async () => (await import('../payments/settle-modal.tsx')).SettleModal)

const TONES: Record<StatementStatus, Tone> = {
  matched: 'good',
  booked: 'good',
  unmatched: 'warn',
  confirmed: 'quiet',
  assigned: 'quiet',
  ignored: 'quiet',
}
const Search = z.object({ page: pageNumber, line: choice(StatementStatus.options), view: choice(['imports']), import: rowId })

/** Statements: their payments or, in the other view, the files that they came from. */
export function Tab() {
  const t = useT()
  const [{ view, import: opened }, change] = usePageSearch(Search)
  const [uploading, setUploading] = useState(false)
  return (
    <>
      <HeaderActions>
        <Allowed to="money.book">
          <Button onClick={() => setUploading(true)}>{t('statements.import')}</Button>
        </Allowed>
      </HeaderActions>
      <SegmentedControl
        className={own['bar'] ?? ''}
        aria-label={t('statements.view')}
        data={[
          { value: 'lines', label: t('statements.view_lines') },
          { value: 'imports', label: t('statements.view_imports') },
        ]}
        value={view ?? 'lines'}
        onChange={(value) => change({ view: value === 'imports' ? value : undefined, line: undefined })}
      />
      {view === 'imports' ? <ImportsTable opened={opened} onOpen={(id) => change({ import: id })} /> : <StatementLines />}
      {uploading && (
        <UploadDrawer
          onClose={() => setUploading(false)}
          onRead={(id) => {
            setUploading(false)
            change({ import: id })
          }}
        />
      )}
      {opened !== undefined && !uploading && <ImportDrawer key={opened} id={opened} onClose={() => change({ import: undefined })} />}
    </>
  )
}

/** An uncertain line waits for an operator, with suggestions of what it may be. */
function StatementLines() {
  const t = useT()
  const may = useMay()
  const [{ page, line: status }, change] = usePageSearch(Search)
  const [settling, setSettling] = useState<{ line: StatementLine; how: 'assign' | 'ignore' } | null>(null)
  const query = useQuery(list(adminListStatementLines, { query: { page, status } }))
  const columns: Column<StatementLine>[] = [
    {
      header: t('statements.reference'),
      render: (row) => <span title={row.attempt_no ?? undefined}>{row.reference}</span>,
      at: 'who',
    },
    { header: t('statements.method'), render: (row) => row.method_name && methodName(row.method_name), lesser: true },
    { header: t('statements.date'), render: (row) => <DateTime value={row.occurred_at} />, at: 'what' },
    { header: t('statements.amount'), render: (row) => <Money amount={row.amount} currency={row.currency} />, align: 'right', at: 'much' },
    {
      header: t('statements.status'),
      render: (row) => <StatusBadge tone={TONES[row.status]} label={t(`statements.status_${row.status}`)} />,
      at: 'state',
    },
    {
      header: t('statements.whose'),
      render: (row) => (
        <div className="stacked">
          {row.trade_no && <PathLink to={`/admin/order?order=${row.trade_no}`}>{row.trade_no}</PathLink>}
          {row.email && <small>{row.email}</small>}
          {row.doubt && <small>{t('statements.doubt', { said: row.doubt })}</small>}
          {row.note && <small>{row.note}</small>}
          {row.suggestions.length > 0 && <Suggestions line={row} />}
        </div>
      ),
      wrap: true,
    },
    {
      header: t('table.actions'),
      actions: true,
      render: (row) =>
        may('money.book') &&
        (row.status === 'unmatched' || (row.doubt !== null && ['matched', 'booked'].includes(row.status))) && (
          <RowMenu name={row.reference}>
            {row.status === 'unmatched' && (
              <Menu.Item onClick={() => setSettling({ line: row, how: 'assign' })}>{t('statements.assign')}</Menu.Item>
            )}
            <Menu.Item onClick={() => setSettling({ line: row, how: 'ignore' })}>
              {t(row.status === 'unmatched' ? 'statements.ignore' : 'statements.noted')}
            </Menu.Item>
          </RowMenu>
        ),
    },
  ]
  const waiting = query.data?.waiting ?? 0
  return (
    <>
      {waiting > 0 && (
        <p className={own['waiting']} role="status">
          <strong>{t('statements.waiting', { n: waiting })}</strong>
          {status !== 'unmatched' && (
            <Button size="compact-sm" variant="default" onClick={() => change({ line: 'unmatched' })}>
              {t('statements.show_waiting')}
            </Button>
          )}
        </p>
      )}
      <StatusFilter
        label={t('statements.status')}
        choices={StatementStatus.options.map((value) => ({ value, label: t(`statements.status_${value}`) }))}
        value={status}
        onChange={(value) => change({ line: value })}
      />
      <DataTable
        label={t('reconciliation.statements')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        page={page}
        onPage={(next) => change({ page: next })}
        onClear={status && (() => change({ line: undefined }))}
        empty={{ title: t('statements.empty'), text: t('statements.empty_text') }}
      />
      {settling && <Settle {...settling} onClose={() => setSettling(null)} />}
    </>
  )
}

/** Assigns a line to a member's balance (an e-mail address) or to an order (any other text), or ignores it. */
function Settle({ line, how, onClose }: { line: StatementLine; how: 'assign' | 'ignore'; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const [whose, setWhose] = useState('')
  const params = { id: line.id }
  const subject = (): { email: string } | { trade_no: string } =>
    whose.includes('@') ? { email: whose.trim() } : { trade_no: whose.trim().toUpperCase() }
  return (
    <SettleModal
      title={t(`statements.${how}`)}
      text={t(`statements.${how}_text`, { amount: money(line.amount, line.currency), number: line.reference })}
      submit={t(`statements.${how}`)}
      done={t('settle.done')}
      save={(note) =>
        how === 'ignore'
          ? call(adminIgnoreStatementLine, { params, body: { note } })
          : call(adminAssignStatementLine, { params, body: { ...subject(), note } })
      }
      changes={[adminListStatementLines]}
      onClose={onClose}
    >
      {how === 'assign' && (
        <TextInput
          mt="md"
          required
          label={t('statements.whose')}
          description={t('statements.whose_text')}
          value={whose}
          onChange={(event) => setWhose(event.target.value)}
        />
      )}
    </SettleModal>
  )
}
