import { SegmentedControl, Tabs } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { Disputes } from '../disputes/disputes.tsx'
import { useT } from '../i18n.ts'
import { Statements } from '../statements/statement-lines.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, pageNumber, usePageSearch } from '../ui/page-search.ts'
import styles from './reconciliation.module.css'
import { Reversals } from './reversals.tsx'
import { UnclearReceipts } from './unclear-receipts.tsx'
import { fadeEdges } from '../ui/sections/fade-edges.ts'

export const Route = createFileRoute('/_signed-in/_console/admin/reconciliation')({
  component: ReconciliationPage,
  staticData: { title: 'title.reconciliation' },
})

const TABS = ['receipts', 'disputes', 'reversals', 'statements'] as const
const Search = z.object({ page: pageNumber, tab: choice(TABS), state: choice(['done']) })

function ReconciliationPage() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const { page, tab = 'receipts' } = search
  const state = search.state ?? 'open'
  const onPage = (next: number): void => change({ page: next })
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
  return (
    <>
      <PageHeader title={t('title.reconciliation')} text={t('reconciliation.text')} />
      <Tabs
        value={tab}
        onChange={(next) => change({ tab: next === 'receipts' ? undefined : (next ?? undefined), state: undefined })}
        keepMounted={false}
      >
        <Tabs.List ref={fadeEdges} mb="lg" aria-label={t('title.reconciliation')}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`reconciliation.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="receipts">
          {switchState}
          <UnclearReceipts state={state} page={page} onPage={onPage} />
        </Tabs.Panel>
        <Tabs.Panel value="disputes">
          {switchState}
          <Disputes state={state} page={page} onPage={onPage} />
        </Tabs.Panel>
        <Tabs.Panel value="reversals">
          {switchState}
          <Reversals state={state} page={page} onPage={onPage} />
        </Tabs.Panel>
        <Tabs.Panel value="statements">
          <Statements page={page} onPage={onPage} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
