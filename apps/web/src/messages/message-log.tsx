import { Menu } from '@mantine/core'
import { MessageTemplate } from '@portico/contract/message-placeholders'
import { adminListMessages, adminRetryMessage, type Message, MessageChannel, MessageStatus } from '@portico/contract/messages-admin'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { MemberLink } from '../accounts/member-link.tsx'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { choice, day, rowId, text, usePageSearch } from '../ui/page-search.ts'
import { Stacked } from '../ui/stacked.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { CursorFooter } from '../ui/table/cursor-footer.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { NothingFits } from '../ui/table/nothing-fits.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { useSave } from '../ui/use-save.ts'

const Search = z.object({
  before: rowId,
  recipient: text,
  channel: choice(MessageChannel.options),
  template: choice(MessageTemplate.options),
  status: choice(MessageStatus.options),
  from: day,
  to: day,
})
const NONE = { recipient: undefined, channel: undefined, template: undefined, status: undefined, from: undefined, to: undefined }
const TONES: Record<MessageStatus, Tone> = { queued: 'busy', sent: 'good', failed: 'bad', skipped: 'quiet' }

/** Every mail and SMS, and what became of it. */
export function MessageLog() {
  const t = useT()
  const may = useMay()
  const [{ before, ...filter }, change] = usePageSearch(Search)
  const query = useQuery(list(adminListMessages, { query: { before, ...filter } }))
  const filtered = Object.values(filter).some((value) => value !== undefined)
  const columns: Column<Row>[] = [
    {
      header: t('messages.template'),
      render: (row) => (
        <Stacked note={row.times > 1 ? t('messages.times', { n: row.times }) : t(`messages.language_${row.language}`)}>
          {t(`messages.template_${row.template}`)}
        </Stacked>
      ),
      at: 'who',
    },
    { header: t('messages.recipient'), render: (row) => <Recipient row={row} />, at: 'what' },
    { header: t('messages.at'), render: (row) => <DateTime value={row.at} />, at: 'much' },
    {
      header: t('messages.status'),
      render: (row) => <StatusBadge tone={TONES[row.status]} label={t(`messages.status_${row.status}`)} />,
      at: 'state',
    },
    { header: t('messages.tries'), render: (row) => row.tries, align: 'right', lesser: true },
    { header: t('messages.reason'), render: (row) => <Reason row={row} />, wrap: true },
    ...(may('members.write') ? [{ header: t('table.actions'), actions: true, render: (row: Row) => <Actions row={row} /> }] : []),
  ]
  const narrowed = filtered || before !== undefined
  return (
    <>
      <FilterBar hidden={!narrowed && query.data?.items.length === 0} active={narrowed} onClear={() => change(NONE)}>
        <SearchField label={t('messages.search')} value={filter.recipient ?? ''} onChange={(recipient) => change({ recipient })} />
        <FilterChip
          label={t('messages.channel')}
          choices={MessageChannel.options.map((value) => ({ value, label: t(`messages.channel_${value}`) }))}
          value={filter.channel}
          onChange={(channel) => change({ channel })}
        />
        <FilterChip
          label={t('messages.template')}
          choices={MessageTemplate.options.map((value) => ({ value, label: t(`messages.template_${value}`) }))}
          value={filter.template}
          onChange={(template) => change({ template })}
        />
        <FilterChip
          label={t('messages.status')}
          choices={MessageStatus.options.map((value) => ({ value, label: t(`messages.status_${value}`) }))}
          value={filter.status}
          onChange={(status) => change({ status })}
        />
        <DayFilter from={filter.from} to={filter.to} onChange={(days) => change(days)} />
      </FilterBar>
      <DataTable
        label={t('messages.tab_log')}
        query={{ ...query, data: query.data && { items: grouped(query.data.items) } }}
        columns={columns}
        rowKey={(row) => row.id}
        empty={
          narrowed ? (
            <NothingFits onClear={() => change(NONE)} />
          ) : (
            <EmptyState title={t('messages.empty')} text={t('messages.empty_text')} />
          )
        }
        footer={<CursorFooter before={before} next={query.data?.next} onGo={(next) => change({ before: next })} />}
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
