import { Button } from '@mantine/core'
import { adminAddStarterReplies, adminDeleteCannedReply, adminListCannedReplies } from '@portico/contract/canned-replies-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useSave } from '../ui/use-save.ts'
import { useTexts } from './use-texts.ts'

const CannedDrawer = lazyDrawer(async () => (await import('./canned-drawer.tsx')).CannedDrawer)

const replies = listOf(adminListCannedReplies)

/** The texts that staff put into replies. */
export function CannedPanel() {
  const t = useT()
  const textsOf = useTexts()
  const list = useList(replies)
  const editing = useEditing(list, 'tickets.write')
  const start = useSave({
    send: () => call(adminAddStarterReplies, {}),
    done: ({ total }) => t('canned.starters_added', { n: total }),
    changes: [adminListCannedReplies],
  })
  const create = editing.button(t('canned.create'))
  const begin = (
    <>
      {create}
      <Allowed to="tickets.write">
        <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
          {t('canned.starters')}
        </Button>
      </Allowed>
    </>
  )
  return (
    <>
      <HeaderActions>{!list.isEmpty && create}</HeaderActions>
      <p className="intro">{t('canned.intro')}</p>
      <DataTable
        label={t('canned.tab')}
        {...list.table}
        {...editing.table}
        columns={[
          { header: t('canned.title'), render: (row) => <strong>{textsOf(row).title}</strong>, opens: true, at: 'who' },
          { header: t('canned.text'), render: (row) => <FirstLines of={textsOf(row).text} />, at: 'what' },
          { header: t('canned.updated'), render: (row) => <DateTime value={row.updated_at} />, lesser: true, at: 'state' },
          editing.actions((row) => {
            const { title: name } = textsOf(row)
            return {
              name,
              words: { title: t('canned.delete_title', { name }), text: t('canned.delete_text'), done: t('canned.deleted', { name }) },
              remove: () => call(adminDeleteCannedReply, { params: { id: row.id } }),
            }
          }),
        ]}
        empty={{ title: t('canned.empty'), text: t('canned.empty_text'), drawing: 'start', children: begin }}
      />
      {editing.form(CannedDrawer)}
    </>
  )
}

/** First lines without the greeting, which all have. */
function FirstLines({ of: text }: { of: string }) {
  const [greeting = '', ...rest] = text.split(/\n\s*\n/)
  return <span className="quiet">{(rest.length > 0 ? rest.join(' ') : greeting).replace(/\s+/g, ' ').slice(0, 90)}</span>
}
