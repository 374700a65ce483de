import { Button, SegmentedControl } from '@mantine/core'
import { fetchMessages, type Message } from '@portico/contract/message-centre'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { choice, pageNumber, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { PageFooter } from '../ui/table/page-footer.tsx'
import { MessageDays } from './message-days.tsx'
import styles from './messages.module.css'
import { useMarkRead } from './use-mark-read.ts'

const Search = z.object({ page: pageNumber, show: choice(['unread']) })
const PAGE_SIZE = 20

const messages = ({ page, show }: z.output<typeof Search>) =>
  list(fetchMessages, { body: { page, page_size: PAGE_SIZE, ...(show && { unread: true }) } })

export const Route = createFileRoute('/_signed-in/user/msg')({
  loader: ({ location }) => prefetch(messages(Search.parse(location.search))),
  component: MessagesPage,
  staticData: { title: 'title.msg' },
})

/** Notices and events of the member, by day; one opens at a time, and is read then. */
function MessagesPage() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const { data, isPending, error, refetch } = useQuery(messages(search))
  const [open, setOpen] = useState<Message | null>(null)
  const mark = useMarkRead()
  const turn = (next: { page?: number; show?: 'unread' | undefined }): void => {
    setOpen(null)
    change(next)
  }
  const toggle = (message: Message): void => {
    setOpen(message.id === open?.id ? null : message)
    if (isUnread(message)) mark.mutate([message.id])
  }
  const unread = data?.unread_ids ?? []
  return (
    <>
      <PageHeader title={t('title.msg')} text={t('msg.text')} />
      {isPending && <PageLoading />}
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      <div className={styles['filter']}>
        {data && (data.total > 0 || search.show) && (
          <SegmentedControl
            aria-label={t('msg.filter')}
            value={search.show ?? 'all'}
            data={[
              { value: 'all', label: t('msg.all') },
              { value: 'unread', label: t('msg.unread') },
            ]}
            onChange={(value) => turn({ show: value === 'unread' ? 'unread' : undefined })}
          />
        )}
        <div className={styles['actions']}>
          <Button component={PathLink} to="/user/reminders" variant="default" px="sm">
            {t('msg.reminders')}
          </Button>
          {unread.length > 0 && (
            <Button variant="default" px="sm" loading={mark.isPending} onClick={() => mark.mutate(unread)}>
              {t('msg.mark_all')}
            </Button>
          )}
        </div>
      </div>
      {data && <MessageDays messages={search.show ? withOpen(data.items, open) : data.items} open={open?.id ?? null} onToggle={toggle} />}
      {data?.total === 0 && !open && <Nothing isFiltered={search.show !== undefined} onClear={() => turn({ show: undefined })} />}
      {data && data.total > PAGE_SIZE && (
        <PageFooter total={data.total} rows={data.items.length} pageSize={PAGE_SIZE} page={search.page} onPage={(page) => turn({ page })} />
      )}
    </>
  )
}

function isUnread({ read_at: read, ended_at: ended }: Message): boolean {
  return read === null && ended === null
}

/** Messages with the open one, although it is read now. */
function withOpen(items: Message[], open: Message | null): Message[] {
  if (!open || items.some(({ id }) => id === open.id)) return items
  const at = items.findIndex(({ created_at: when }) => when < open.created_at)
  const read = { ...open, read_at: open.read_at ?? open.created_at }
  return items.toSpliced(at < 0 ? items.length : at, 0, read)
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useT()
  if (!isFiltered) return <EmptyState title={t('msg.empty')} text={t('msg.empty_text')} drawing="bell" />
  return (
    <EmptyState title={t('msg.all_read')} drawing="done">
      <Button variant="default" onClick={onClear}>
        {t('msg.show_all')}
      </Button>
    </EmptyState>
  )
}
