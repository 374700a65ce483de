import { SegmentedControl } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import * as z from 'zod/mini'
import { useT } from '../i18n.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { PageTabs } from '../ui/sections/page-tabs.tsx'
import styles from './reconciliation.module.css'
import { UnclearReceipts } from './unclear-receipts.tsx'

const Disputes = lazyPart(async () => (await import('../disputes/disputes.tsx')).Disputes)
const Reversals = lazyPart(async () => (await import('./reversals.tsx')).Reversals)

export const Route = createFileRoute('/_signed-in/_console/admin/reconciliation')({
  component: ReconciliationPage,
  staticData: { title: 'title.reconciliation' },
})

// The tab of a noun that this one does not know.
const [Statements] = Object.values(import.meta.glob<ComponentType>('../*/statements.reconciliation-tab.tsx', { import: 'Tab' })).map(
  (load) => lazyPart(load),
)

const Search = z.object({ state: choice(['done']) })

function ReconciliationPage() {
  const t = useT()
  const [{ state = 'open' }, change] = usePageSearch(Search)
  const switchState = (
    <div className={styles['bar']}>
      <SegmentedControl
        aria-label={t('reconciliation.state')}
        data={[
          { value: 'open', label: t('reconciliation.open') },
          { value: 'done', label: t('reconciliation.done') },
        ]}
        value={state}
        onChange={(value) => change({ state: value === 'done' ? 'done' : undefined })}
      />
    </div>
  )
  const byState = (Panel: ComponentType<{ state: 'open' | 'done' }>) => (
    <>
      {switchState}
      <Panel state={state} />
    </>
  )
  return (
    <>
      <PageHeader title={t('title.reconciliation')} text={t('reconciliation.text')} />
      <PageTabs
        label={t('title.reconciliation')}
        tabs={[
          { id: 'receipts', title: t('reconciliation.receipts'), panel: byState(UnclearReceipts) },
          { id: 'disputes', title: t('reconciliation.disputes'), panel: byState(Disputes) },
          { id: 'reversals', title: t('reconciliation.reversals'), panel: byState(Reversals) },
          ...(Statements ? [{ id: 'statements', title: t('reconciliation.statements'), panel: <Statements /> }] : []),
        ]}
      />
    </>
  )
}
