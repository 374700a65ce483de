import { Box, Button } from '@mantine/core'
import { adminListVersions, adminReadVersion, type ArticleVersion } from '@portico/contract/article-versions-admin'
import type { AdminArticle } from '@portico/contract/articles-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, list } from '../../../api/query.ts'
import { useT } from '../../../i18n.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { SideDrawer } from '../../../ui/drawer/side-drawer.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { PageLoading } from '../../../ui/page-loading.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Pages } from '../../../ui/table/page-footer.tsx'
import { TextButton } from '../../../ui/plain/text-button.tsx'
import type { Desk } from '../desk/desk.ts'
import type { Actions } from '../desk/use-actions.ts'
import styles from '../editor.module.css'
import { LazyDiff } from './lazy-diff.tsx'

interface VersionsPanelProps {
  desk: Desk
  article: AdminArticle
  actions: Actions
  onClose: () => void
}

const PAGE_SIZE = 20

/** All versions, newest first: what each changes compared with now, and a way back. */
export function VersionsPanel({ desk, article, actions, onClose }: VersionsPanelProps) {
  const t = useT()
  const [page, setPage] = useState(1)
  const query = useQuery(list(adminListVersions, { params: { id: article.id }, query: { page, page_size: PAGE_SIZE } }))
  const { data, error, refetch } = query
  return (
    <SideDrawer title={t('editor.versions')} onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <PageLoading />}
      {data?.total === 0 && <p className="quiet">{t('editor.no_versions')}</p>}
      <ol className={styles['versions']}>
        {data?.items.map((version) => (
          <Version key={version.number} desk={desk} article={article} version={version} actions={actions} />
        ))}
      </ol>
      <Box mt="md">{data && <Pages pages={Math.ceil(data.total / PAGE_SIZE)} page={page} onPage={setPage} />}</Box>
    </SideDrawer>
  )
}

function Version({ desk, article, version, actions }: Omit<VersionsPanelProps, 'onClose'> & { version: ArticleVersion }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { number, at, by, note, restored_from: from } = version
  const bring = async (): Promise<void> => {
    const question = { title: t('editor.restore_title', { n: number }), text: t('editor.restore_text'), confirm: t('editor.restore') }
    if (await confirm(question)) await actions.restore(number)
  }
  return (
    <li>
      <div className={styles['version']}>
        <strong>{t('editor.version', { n: number })}</strong>
        {number === article.live_version && <StatusBadge tone="good" label={t('editor.status_published')} />}
        <DateTime value={at} />
      </div>
      <p className="quiet">
        {by ?? t('editor.somebody')}
        {from !== null && <> · {t('editor.restored_from', { n: from })}</>}
        {note !== '' && <> · {note}</>}
      </p>
      <div className={styles['version']}>
        <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('editor.difference_to_now')}
        </TextButton>
        {(number !== article.version || desk.state.get().isChanged) && (
          <Button size="compact-sm" variant="default" loading={actions.isBusy} onClick={() => void bring()}>
            {t('editor.restore')}
          </Button>
        )}
      </div>
      {isOpen && <Difference desk={desk} id={article.id} number={number} />}
    </li>
  )
}

function Difference({ desk, id, number }: { desk: Desk; id: number; number: number }) {
  const t = useT()
  const { data, error, refetch } = useQuery(get(adminReadVersion, { params: { id, number } }))
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return data ? <LazyDiff before={data.content} after={desk.content()} /> : <p role="status">{t('state.loading')}</p>
}
