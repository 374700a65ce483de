import { Menu } from '@mantine/core'
import {
  adminCopyNotice,
  adminDeleteNotice,
  adminListNotices,
  adminMoveNotice,
  type AdminNotice,
  noticeMoves,
} from '@portico/contract/notices-admin'
import { call } from '../api/call.ts'
import { fetchSite } from '../api/site.ts'
import { language, t, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { confirm } from '../ui/confirm.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { useSave } from '../ui/use-save.ts'
import { askToPublish } from './ask-to-publish.ts'
import { titleIn } from './notice-form.ts'

const MOVES = ['publish', 'unpublish', 'end', 'archive'] as const
type Move = (typeof MOVES)[number]

/** What can be done with one notice. */
export function NoticeActions({
  notice,
  onEdit,
  onCopied,
}: {
  notice: AdminNotice
  onEdit: () => void
  onCopied: (copy: AdminNotice) => void
}) {
  const tt = useT()
  const { id, version, status, placement } = notice
  const title = titleIn(notice, useStore(language))
  const after = (): void => {
    if (placement === 'bar') void fetchSite()
  }
  const changes = [adminListNotices]
  const move = useSave({
    send: (to: Move) => call(adminMoveNotice, { params: { id }, body: { version, to } }),
    done: (moved, to) => tt(moved.status === 'scheduled' ? 'notice_manage.moved_schedule' : `notice_manage.moved_${to}`, { title }),
    changes,
    after,
  })
  const copy = useSave({
    send: () => call(adminCopyNotice, { params: { id } }),
    done: tt('notice_manage.copied'),
    changes,
    after: onCopied,
  })
  const remove = useSave({
    ask: {
      title: tt('notice_manage.delete_title', { title }),
      text: tt('notice_manage.delete_text'),
      confirm: tt('action.delete'),
      danger: true,
    },
    send: () => call(adminDeleteNotice, { params: { id } }),
    done: tt('notice_manage.deleted', { title }),
    changes,
  })
  const go = async (to: Move): Promise<void> => {
    if (await agreed(notice, to)) move.mutate(to)
  }
  return (
    <RowMenu name={title} busy={move.isPending || copy.isPending || remove.isPending}>
      <Menu.Item onClick={onEdit}>{tt('action.edit')}</Menu.Item>
      {MOVES.filter((to) => noticeMoves[status].includes(to)).map((to) => (
        <Menu.Item key={to} onClick={() => void go(to)}>
          {tt(`notice_manage.move_${to}`)}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => copy.mutate()}>{tt('notice_manage.copy')}</Menu.Item>
      {noticeMoves[status].includes('delete') && (
        <Menu.Item color="var(--bad-text)" onClick={() => remove.mutate()}>
          {tt('action.delete')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

/** Asks before what many people see at once, or stop seeing. */
async function agreed(notice: AdminNotice, to: Move): Promise<boolean> {
  const title = titleIn(notice, language.get())
  if (to === 'unpublish') return true
  if (to !== 'publish') {
    const text = t(`notice_manage.${to}_text`)
    return confirm({ title: t(`notice_manage.${to}_title`, { title }), text, confirm: t(`notice_manage.move_${to}`), danger: true })
  }
  return askToPublish(notice, title)
}
