import { adminGetAudit, type AuditEntry } from '@portico/contract/audit-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { SideDrawer } from '../ui/drawer/side-drawer.tsx'
import { actionText } from './act-text.ts'
import { Actor } from './actor.tsx'
import { ChangesTable } from './changes-table.tsx'
import { EntityLink } from './entity-link.tsx'

/** One audit entry with all its details. */
export function ActDrawer({ id, steps, onClose }: { id: number; steps?: Steps | undefined; onClose: () => void }) {
  const t = useT()
  const { data, error, isPending, refetch } = useQuery(get(adminGetAudit, { params: { id } }))
  return (
    <SideDrawer steps={steps} onClose={onClose} title={data ? actionText(data.entry.action) : t('log.one')}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {isPending && <PageLoading />}
      {data && (
        <>
          <About entry={data.entry} />
          <section>
            <h3>{t('log.changes')}</h3>
            <ChangesTable entity={data.entry.entity} changes={data.changes} />
          </section>
        </>
      )}
    </SideDrawer>
  )
}

function About({ entry }: { entry: AuditEntry }) {
  const t = useT()
  return (
    <Facts>
      <Fact name={t('log.number')}>{entry.id}</Fact>
      <Fact name={t('log.at')}>
        <DateTime value={entry.at} part="second" />
      </Fact>
      <Fact name={t('log.actor')}>
        <Actor entry={entry} />
      </Fact>
      <Fact name={t('log.action')}>
        <code>{entry.action}</code>
      </Fact>
      <Fact name={t('log.entity')}>
        <EntityLink entry={entry} />
      </Fact>
      <Fact name={t('log.ip')}>{entry.ip ?? '–'}</Fact>
      <Fact name={t('log.device')} stacked>
        {entry.device ?? '–'}
      </Fact>
      <Fact name={t('log.reason')} stacked>
        {entry.reason ?? '–'}
      </Fact>
    </Facts>
  )
}
