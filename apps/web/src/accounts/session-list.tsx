import { Button } from '@mantine/core'
import { endOtherSessions, endSession, listSessions, type Session } from '@portico/contract/accounts'
import { describeDevice } from '@portico/contract/describe-device'
import type { Language } from '@portico/contract/translations'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { list } from '../api/query.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Card } from '../ui/card.tsx'
import { countryName } from '../ui/format/country-name.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './profile.module.css'

/** Lists where the account is signed in and lets the member end those sessions. */
export function SessionList() {
  const t = useT()
  const locale = useStore(language)
  const query = useQuery(list(listSessions, {}))
  const columns: Column<Session>[] = [
    ...sessionColumns(t, locale),
    { header: t('table.actions'), actions: true, render: (session) => <End session={session} /> },
  ]
  return (
    <Card title={t('session.title')} aside={<EndOthers disabled={!query.data?.items.some((session) => !session.current)} />}>
      <p className="intro">{t('session.text')}</p>
      <DataTable label={t('session.title')} query={query} columns={columns} rowKey={(session) => session.id} />
    </Card>
  )
}

/** Columns of a list of sessions. */
export function sessionColumns(t: ReturnType<typeof useT>, locale: Language): Column<Session>[] {
  return [
    { header: t('session.device'), render: (session) => <Device session={session} />, at: 'who' },
    { header: t('session.ip'), render: (session) => <span className={styles['ip']}>{session.ip}</span>, at: 'what' },
    { header: t('session.place'), render: (session) => countryName(session.country, locale), lesser: true },
    { header: t('session.since'), render: (session) => <DateTime value={session.created_at} /> },
    { header: t('session.last_used'), render: (session) => <TimeAgo value={session.last_used_at} /> },
  ]
}

function Device({ session }: { session: Session }) {
  const t = useT()
  const found = describeDevice(session.device)
  return (
    <span className={styles['device']} title={session.device}>
      <strong>{found ? [found.browser, found.system].filter(Boolean).join(' · ') : session.device || t('session.unknown')}</strong>
      {session.current && <StatusBadge tone="good" label={t('session.current')} />}
    </span>
  )
}

function End({ session }: { session: Session }) {
  const t = useT()
  const end = useSave({
    ask: { title: t('session.end_title'), text: t('session.end_text'), confirm: t('session.end'), danger: true },
    send: () => call(endSession, { params: { id: session.id } }),
    done: t('session.ended'),
    changes: [listSessions],
  })
  if (session.current) return null
  return (
    <Button size="compact-sm" variant="subtle" color="var(--bad-text)" loading={end.isPending} onClick={() => end.mutate()}>
      {t('session.end')}
    </Button>
  )
}

function EndOthers({ disabled }: { disabled: boolean }) {
  const t = useT()
  const end = useSave({
    ask: { title: t('session.others_title'), text: t('session.others_text'), confirm: t('session.end_others'), danger: true },
    send: () => call(endOtherSessions, {}),
    done: t('session.others_ended'),
    changes: [listSessions],
  })
  return (
    <Button variant="default" disabled={disabled} loading={end.isPending} onClick={() => end.mutate()}>
      {t('session.end_others')}
    </Button>
  )
}
