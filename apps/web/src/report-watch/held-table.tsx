import { Menu } from '@mantine/core'
import { adminListHeldReports, adminSettleHeldReport, type HeldAction, type HeldReport } from '@portico/contract/report-watch-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Bytes } from '../ui/format/bytes.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'

const ReasonModal = lazyDialog(async () => (await import('./reason-modal.tsx')).ReasonModal)

const REFETCH_MS = 15_000

/** Reports of more than a node's line carries, each to charge or drop. */
export function HeldTable() {
  const t = useT()
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<{ held: HeldReport; action: HeldAction } | null>(null)
  const query = useQuery({ ...list(adminListHeldReports, { query: { page } }), refetchInterval: REFETCH_MS })
  const columns: Column<HeldReport>[] = [
    { header: t('report_watch.node'), render: (row) => <strong>{row.node.name}</strong>, at: 'who' },
    { header: t('report_watch.batch'), render: (row) => row.batch_key ?? '–', lesser: true },
    { header: t('report_watch.received'), render: (row) => <DateTime value={row.received_at} />, at: 'what' },
    { header: t('report_watch.from'), render: (row) => row.network || '–', at: 'state' },
    { header: t('report_watch.members'), render: (row) => row.members, align: 'right', lesser: true },
    { header: t('report_watch.bytes'), render: (row) => <Bytes value={row.up + row.down} />, align: 'right', at: 'much' },
    {
      header: t('table.actions'),
      actions: true,
      render: (held) => (
        <Allowed to="nodes.secret">
          <RowMenu name={held.node.name}>
            <Menu.Item onClick={() => setChosen({ held, action: 'charge' })}>{t('report_watch.charge')}</Menu.Item>
            <Menu.Item color="var(--bad-text)" onClick={() => setChosen({ held, action: 'drop' })}>
              {t('report_watch.drop')}
            </Menu.Item>
          </RowMenu>
        </Allowed>
      ),
    },
  ]
  if (query.data?.total === 0) return null
  return (
    <section aria-labelledby="held-reports">
      <h2 id="held-reports">{t('report_watch.held')}</h2>
      <p className="quiet">{t('report_watch.held_text')}</p>
      <DataTable label={t('report_watch.held')} query={query} columns={columns} rowKey={(row) => row.id} page={page} onPage={setPage} />
      {chosen && (
        <ReasonModal
          title={t(`report_watch.${chosen.action}_title`, { name: chosen.held.node.name })}
          text={t(`report_watch.${chosen.action}_text`, { n: chosen.held.members })}
          submit={t(`report_watch.${chosen.action}`)}
          danger={chosen.action === 'drop'}
          done={t(`report_watch.${chosen.action}_done`)}
          changes={[adminListHeldReports]}
          save={(reason) => call(adminSettleHeldReport, { params: { id: chosen.held.id }, body: { action: chosen.action, reason } })}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  )
}
