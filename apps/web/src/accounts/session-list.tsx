import { Button } from '@mantine/core'
import type { Language } from '@portico/contract/translations'
import { endOtherSessions, endSession, listSessions, type Session } from '@portico/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { list } from '../api/query.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { countryName } from '../ui/format/country-name.ts'
import { Card } from '../ui/card.tsx'
import { confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { useSave } from '../ui/use-save.ts'
import { describeDevice } from '@portico/contract/describe-device'
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
    send: () => call(endSession, { params: { id: session.id } }),
    done: t('session.ended'),
    changes: [listSessions],
  })
  if (session.current) return null
  const ask = async (): Promise<void> => {
    const question = { title: t('session.end_title'), text: t('session.end_text'), confirm: t('session.end'), danger: true }
    if (await confirm(question)) end.mutate()
  }
  return (
    <Button size="compact-sm" variant="subtle" color="var(--bad-text)" loading={end.isPending} onClick={() => void ask()}>
      {t('session.end')}
    </Button>
  )
}

function EndOthers({ disabled }: { disabled: boolean }) {
  const t = useT()
  const end = useSave({
    send: () => call(endOtherSessions, {}),
    done: t('session.others_ended'),
    changes: [listSessions],
  })
  const ask = async (): Promise<void> => {
    const question = { title: t('session.others_title'), text: t('session.others_text'), confirm: t('session.end_others'), danger: true }
    if (await confirm(question)) end.mutate()
  }
  return (
    <Button variant="default" disabled={disabled} loading={end.isPending} onClick={() => void ask()}>
      {t('session.end_others')}
    </Button>
  )
}
