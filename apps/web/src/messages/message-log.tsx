import { Menu } from '@mantine/core'
import { adminListMessages, adminRetryMessage, type Message, type MessageStatus } from '@portico/contract/messages-admin'
import { MemberLink } from '../accounts/member-link.tsx'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { useSave } from '../ui/use-save.ts'

const messages = listOf(adminListMessages)
const TONES: Record<MessageStatus, Tone> = { queued: 'busy', sent: 'good', failed: 'bad', skipped: 'quiet' }

/** Every mail and SMS, and what became of it. */
export function MessageLog() {
  const t = useT()
  const may = useMay()
  const list = useList(messages)
  const { data } = list.query
  return (
    <>
      <FilterBar {...list.bar}>
        <SearchField label={t('messages.search')} {...list.filter('recipient')} />
        <FilterChip label={t('messages.channel')} {...list.choice('channel', (value) => t(`messages.channel_${value}`))} />
        <FilterChip label={t('messages.template')} {...list.choice('template', (value) => t(`messages.template_${value}`))} />
        <FilterChip label={t('messages.status')} {...list.choice('status', (value) => t(`messages.status_${value}`))} />
        <DayFilter {...list.days} />
      </FilterBar>
      <DataTable
        label={t('messages.tab_log')}
        {...list.table}
        query={{ ...list.query, data: data && { items: grouped(data.items) } }}
        columns={[
          {
            header: t('messages.template'),
            render: ({ template, times, language }) => (
              <Stacked note={times > 1 ? t('messages.times', { n: times }) : t(`messages.language_${language}`)}>
                {t(`messages.template_${template}`)}
              </Stacked>
            ),
            at: 'who',
          },
          { header: t('messages.recipient'), render: (row) => <Recipient row={row} />, at: 'what' },
          { header: t('messages.at'), render: (row) => <DateTime value={row.at} />, at: 'much' },
          {
            header: t('messages.status'),
            render: ({ status }) => <StatusBadge tone={TONES[status]} label={t(`messages.status_${status}`)} />,
            at: 'state',
          },
          { header: t('messages.tries'), render: (row) => row.tries, align: 'right', lesser: true },
          { header: t('messages.reason'), render: (row) => <Reason row={row} />, wrap: true },
          ...(may('members.write') ? [{ header: t('table.actions'), actions: true, render: (row: Row) => <Actions row={row} /> }] : []),
        ]}
        empty={{ title: t('messages.empty'), text: t('messages.empty_text') }}
      />
    </>
  )
}

/** A message with the number of equal ones before it. */
type Row = Message & { times: number }

function grouped(items: Message[]): Row[] {
  const isAlike = (a: Message, b: Message): boolean =>
    a.recipient === b.recipient && a.template === b.template && a.status === b.status && a.fault === b.fault
  return items.reduce<Row[]>((rows, item) => {
    const last = rows.at(-1)
    // One that can be sent again keeps its own row.
    if (!last || !isAlike(last, item) || item.can_retry || last.can_retry) return [...rows, { ...item, times: 1 }]
    return [...rows.slice(0, -1), { ...last, times: last.times + 1 }]
  }, [])
}

function Recipient({ row }: { row: Message }) {
  if (row.account_id === null) return <span className="breaks">{row.recipient}</span>
  return <MemberLink id={row.account_id} email={row.recipient} />
}

/** Why it is not sent (yet), in our words and the server's. */
function Reason({ row: { fault, error, next_try_at: next } }: { row: Message }) {
  const t = useT()
  if (fault === null) return '–'
  const again = next && (
    <>
      {t('messages.next_try')} <DateTime value={next} part="second" />
    </>
  )
  return (
    <Stacked
      note={
        <>
          {error}
          {error !== null && again && <br />}
          {again}
        </>
      }
    >
      {t(`messages.fault_${fault}`)}
    </Stacked>
  )
}

function Actions({ row }: { row: Message }) {
  const t = useT()
  const retry = useSave({
    send: () => call(adminRetryMessage, { params: { id: row.id } }),
    done: t('messages.retried'),
    changes: [adminListMessages],
  })
  if (!row.can_retry) return null
  return (
    <RowMenu name={row.recipient} busy={retry.isPending}>
      <Menu.Item onClick={() => retry.mutate()}>{t('messages.retry')}</Menu.Item>
    </RowMenu>
  )
}
