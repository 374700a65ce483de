import { Button, Progress } from '@mantine/core'
import {
  adminCancelStatementImport,
  adminGetStatementImport,
  adminListStatementImports,
  adminStartStatementImport,
  type StatementImport,
} from '@portico/contract/statements-imports-admin'
import { adminListStatementLines } from '@portico/contract/statements-admin'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get, invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { SideDrawer } from '../ui/drawer/side-drawer.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { useSave } from '../ui/use-save.ts'
import { Found } from './found.tsx'
import { ImportRows } from './import-rows.tsx'
import { Questions } from './questions.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { Result } from './result.tsx'
import styles from './statements.module.css'

const EVERY_MS = 1000

/** One uploaded statement: first what was found in it, then the progress of its import, then what became of each line. */
export function ImportDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const query = useQuery({
    ...get(adminGetStatementImport, { params: { id } }, { background: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? EVERY_MS : false),
  })
  const { data } = query
  const state = data?.state
  useEffect(() => {
    if (state === 'done' || state === 'cancelled') void invalidate(adminListStatementLines, adminListStatementImports)
  }, [state])
  const title = data?.file_name ?? t('statements.import')
  if (query.error && !data) {
    return (
      <SideDrawer title={title} onClose={onClose}>
        <ErrorState error={query.error} onRetry={query.refetch} />
      </SideDrawer>
    )
  }
  return (
    <SideDrawer title={title} footer={data && <Actions of={data} onClose={onClose} />} onClose={onClose}>
      {data ? <Content of={data} /> : <PageLoading />}
    </SideDrawer>
  )
}

function Content({ of }: { of: StatementImport }) {
  const t = useT()
  const may = useMay()
  if (of.state === 'running') {
    return (
      <div className={styles['running']} role="status">
        <strong>{t('statements.running')}</strong>
        <Progress value={of.progress} aria-label={t('statements.running')} />
        <p className="quiet">{t('statements.running_text')}</p>
      </div>
    )
  }
  return (
    <>
      {of.state === 'prepared' && may('money.book') && <Questions of={of} />}
      {of.state === 'prepared' ? <Found of={of} /> : <Result of={of} />}
      {of.state === 'prepared' && may('money.book') && <ReadingFields of={of} />}
      <ImportRows of={of} />
    </>
  )
}

function Actions({ of, onClose }: { of: StatementImport; onClose: () => void }): ReactNode {
  const t = useT()
  const may = useMay()
  const params = { id: of.id }
  const changes = [adminGetStatementImport, adminListStatementImports]
  const start = useSave({ send: () => call(adminStartStatementImport, { params }), changes })
  const stop = useSave({
    ask: {
      title: t('statements.cancel_title'),
      text: t('statements.cancel_text'),
      keep: t('statements.cancel_no'),
      confirm: t('statements.cancel_yes'),
    },
    send: () => call(adminCancelStatementImport, { params }),
    changes,
  })
  const left = of.counts.waiting + of.counts.compared
  const isUnclear = of.questions.length > 0 || of.missing.length > 0
  return (
    <>
      <Button variant="default" onClick={onClose}>
        {t('action.close')}
      </Button>
      {may('money.book') && of.state === 'prepared' && (
        <Button ml="auto" loading={start.isPending} disabled={isUnclear || left === 0} onClick={() => start.mutate()}>
          {t('statements.start', { n: left })}
        </Button>
      )}
      {may('money.book') && of.state === 'cancelled' && left > 0 && (
        <Button ml="auto" loading={start.isPending} onClick={() => start.mutate()}>
          {t('statements.go_on')}
        </Button>
      )}
      {may('money.book') && of.state === 'running' && (
        <Button ml="auto" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('statements.cancel_yes')}
        </Button>
      )}
    </>
  )
}
