import { Button } from '@mantine/core'
import { adminListImports, adminStartImport, type Import, type ImportComparison } from '@portico/contract/imports-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Figure, Figures } from '../ui/facts.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { useSave } from '../ui/use-save.ts'
import { type Again, inputOf } from './again.ts'
import { DatabaseAgain } from './database-again.tsx'
import styles from './moving.module.css'

/** Moves into a database of its own and compares what both sides answer. */
export function RehearseStep({ again, rehearsal, isBusy }: { again: Again; rehearsal: Import | null; isBusy: boolean }) {
  const t = useT()
  const start = useSave({ send: () => call(adminStartImport, { body: inputOf(again, 'rehearse') }), changes: [adminListImports] })
  return (
    <>
      {rehearsal && <Rehearsed of={rehearsal} />}
      <DatabaseAgain again={again} />
      <div className={styles['actions']}>
        <Button
          variant={rehearsal ? 'default' : 'filled'}
          loading={start.isPending}
          disabled={isBusy || (!again.isFile && again.database.trim() === '')}
          onClick={() => start.mutate()}
        >
          {t(rehearsal ? 'moving.rehearse_again' : 'moving.start_rehearse')}
        </Button>
      </div>
    </>
  )
}

/** Whether the sums are equal, and how the links answered. */
export function Rehearsed({ of: { sums, comparison } }: { of: Import }) {
  const t = useT()
  const differ = sums.filter(({ old, here }) => here !== null && here !== old).length
  const isGood = differ === 0 && (comparison?.count ?? 0) === 0 && (comparison?.unanswered ?? 0) === 0
  return (
    <>
      <Banner tone={isGood ? 'good' : 'warn'} title={t(differ === 0 ? 'moving.sums_equal' : 'moving.sums_differ', { n: differ })}>
        {comparison
          ? t(comparison.count === 0 ? 'moving.links_equal' : 'moving.links_differ', { n: comparison.count })
          : t('moving.not_compared')}
      </Banner>
      {comparison && <Comparison of={comparison} />}
    </>
  )
}

function Comparison({ of }: { of: ImportComparison }) {
  const t = useT()
  const figures = ['links', 'equal', 'expected', 'unanswered'] as const
  return (
    <>
      <Figures>
        {figures.map((name) => (
          <Figure key={name} name={t(`moving.compared_${name}`)} isBad={name === 'unanswered' && of[name] > 0}>
            {formatNumber(of[name])}
          </Figure>
        ))}
      </Figures>
      {of.differences.length > 0 && (
        <DataTable
          label={t('moving.differences')}
          query={{ data: { items: of.differences }, error: null, isPlaceholderData: false, refetch: () => {} }}
          rowKey={({ who, node, field, old, here }) => [who, node, field, old, here].join(' ')}
          columns={[
            { header: t('moving.who'), render: ({ who }) => who, at: 'who' },
            { header: t('moving.node'), render: ({ node }) => node || '–', at: 'what' },
            { header: t('moving.field'), render: ({ field }) => <code>{field}</code>, at: 'state' },
            { header: t('moving.old_panel'), render: ({ old }) => <code>{old}</code>, at: 'lines', named: true, wrap: true },
            { header: t('moving.here'), render: ({ here }) => <code>{here}</code>, at: 'lines', named: true, wrap: true },
          ]}
        />
      )}
    </>
  )
}
