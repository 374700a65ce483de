import { Button } from '@mantine/core'
import {
  adminAddStarterReplies,
  adminDeleteCannedReply,
  adminListCannedReplies,
  type CannedReply,
} from '@portico/contract/canned-replies-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { useAskedToOpen } from '../ui/page-search.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { RowActions } from '../ui/table/row-actions.tsx'
import { useSave } from '../ui/use-save.ts'
import { CannedDrawer } from './canned-drawer.tsx'
import { useTexts } from './use-texts.ts'

/** The texts that staff put into replies. */
export function CannedPanel() {
  const t = useT()
  const may = useMay()
  const textsOf = useTexts()
  const query = useQuery(list(adminListCannedReplies, {}))
  const [edited, setEdited] = useState<CannedReply | 'new' | null>(null)
  useAskedToOpen(may('tickets.write'), () => setEdited('new'))
  const reply = edited === 'new' ? null : edited
  const steps = stepsOf(query.data?.items, (row) => row.id === reply?.id, setEdited)
  const start = useSave({
    send: () => call(adminAddStarterReplies, {}),
    done: ({ total }) => t('canned.starters_added', { n: total }),
    changes: [adminListCannedReplies],
  })
  const columns: Column<CannedReply>[] = [
    { header: t('canned.title'), render: (row) => <strong>{textsOf(row).title}</strong>, opens: true, at: 'who' },
    { header: t('canned.text'), render: (row) => <FirstLines of={textsOf(row).text} />, at: 'what' },
    { header: t('canned.updated'), render: (row) => <DateTime value={row.updated_at} />, lesser: true, at: 'state' },
    { header: t('table.actions'), actions: true, render: (row) => <Actions reply={row} onEdit={() => setEdited(row)} /> },
  ]
  const create = may('tickets.write') && <Button onClick={() => setEdited('new')}>{t('canned.create')}</Button>
  return (
    <>
      <HeaderActions>{query.data?.items.length !== 0 && create}</HeaderActions>
      <p className="intro">{t('canned.intro')}</p>
      <DataTable
        label={t('canned.tab')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        onOpen={may('tickets.write') ? setEdited : undefined}
        opened={reply?.id}
        empty={
          <EmptyState title={t('canned.empty')} text={t('canned.empty_text')} drawing="start">
            {create}
            <Allowed to="tickets.write">
              <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
                {t('canned.starters')}
              </Button>
            </Allowed>
          </EmptyState>
        }
      />
      {edited && <CannedDrawer key={reply?.id} reply={reply} steps={steps} onClose={() => setEdited(null)} />}
    </>
  )
}

/** First lines without the greeting, which all have. */
function FirstLines({ of: text }: { of: string }) {
  const [greeting = '', ...rest] = text.split(/\n\s*\n/)
  return <span className="quiet">{(rest.length > 0 ? rest.join(' ') : greeting).replace(/\s+/g, ' ').slice(0, 90)}</span>
}

function Actions({ reply, onEdit }: { reply: CannedReply; onEdit: () => void }) {
  const t = useT()
  const { title: name } = useTexts()(reply)
  return (
    <Allowed to="tickets.write">
      <RowActions
        name={name}
        onEdit={onEdit}
        words={{ title: t('canned.delete_title', { name }), text: t('canned.delete_text'), done: t('canned.deleted', { name }) }}
        remove={() => call(adminDeleteCannedReply, { params: { id: reply.id } })}
        changes={[adminListCannedReplies]}
      />
    </Allowed>
  )
}
