import { Button, Group, Select, TextInput } from '@mantine/core'
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
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { SettleModal } from '../payments/settle-modal.tsx'
import styles from '../payments/reconciliation.module.css'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Money } from '../ui/format/money.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { ImportDrawer } from './import-drawer.tsx'
import own from './statements.module.css'
import { Suggestions } from './suggestions.tsx'

const TONES: Record<StatementStatus, Tone> = {
  matched: 'good',
  booked: 'good',
  unmatched: 'warn',
  confirmed: 'quiet',
  assigned: 'quiet',
  ignored: 'quiet',
}
const Search = z.object({ line: choice(StatementStatus.options) })

/** Lines of imported statements. An uncertain line waits for an operator, with suggestions of what it may be. */
export function StatementLines({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const t = useT()
  const [{ line: status }, change] = usePageSearch(Search)
  const [importing, setImporting] = useState(false)
  const [settling, setSettling] = useState<{ line: StatementLine; how: 'assign' | 'ignore' } | null>(null)
  const query = useQuery(list(adminListStatementLines, { query: { page, status } }))
  const columns: Column<StatementLine>[] = [
    {
      header: t('statements.reference'),
      render: (row) => (
        <div className="stacked">
          <span>{row.reference}</span>
          <small>{row.method_name}</small>
          {row.attempt_no && <small>{row.attempt_no}</small>}
        </div>
      ),
    },
    { header: t('statements.date'), render: (row) => <DateTime value={row.occurred_at} /> },
    { header: t('statements.amount'), render: (row) => <Money amount={row.amount} currency={row.currency} />, align: 'right' },
    {
      header: t('statements.status'),
      render: (row) => <StatusBadge tone={TONES[row.status]} label={t(`statements.status_${row.status}`)} />,
    },
    {
      header: t('statements.whose'),
      render: (row) => (
        <div className="stacked">
          {row.trade_no && <PathLink to={`/admin/order?order=${row.trade_no}`}>{row.trade_no}</PathLink>}
          {row.email && <small>{row.email}</small>}
          {row.note && <small>{row.note}</small>}
          {row.suggestions.length > 0 && <Suggestions line={row} />}
        </div>
      ),
    },
    {
      header: t('table.actions'),
      render: (row) => (
        <Allowed to="money.book">
          <Group gap="xs" justify="flex-end">
            <Button
              size="compact-sm"
              variant="default"
              disabled={row.status !== 'unmatched'}
              onClick={() => setSettling({ line: row, how: 'assign' })}
            >
              {t('statements.assign')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={row.status !== 'unmatched'}
              onClick={() => setSettling({ line: row, how: 'ignore' })}
            >
              {t('statements.ignore')}
            </Button>
          </Group>
        </Allowed>
      ),
      align: 'right',
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
      <div className={styles['bar']}>
        <Select
          aria-label={t('statements.status')}
          placeholder={t('statements.any_status')}
          clearable
          clearButtonProps={{ 'aria-label': t('action.reset_filters') }}
          data={StatementStatus.options.map((value) => ({ value, label: t(`statements.status_${value}`) }))}
          value={status ?? null}
          onChange={(value) => change({ line: value ?? undefined })}
        />
        <Allowed to="money.book">
          <Button onClick={() => setImporting(true)}>{t('statements.import')}</Button>
        </Allowed>
      </div>
      <DataTable
        label={t('reconciliation.statements')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        page={page}
        onPage={onPage}
        empty={<EmptyState title={t(status ? 'state.empty_filtered' : 'statements.empty')} text={t('statements.empty_text')} />}
      />
      {importing && <ImportDrawer onClose={() => setImporting(false)} />}
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
