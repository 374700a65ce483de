import { adminListMessageTexts, type StoredMessageText } from '@portico/contract/messages-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { TextDrawer } from './text-drawer.tsx'

const keyOf = ({ template, language }: StoredMessageText): string => `${template}/${language}`

/** The text of every message in both languages. */
export function MessageTexts() {
  const t = useT()
  const query = useQuery(list(adminListMessageTexts, {}))
  const [key, setKey] = useState<string | null>(null)
  const items = query.data?.items ?? []
  const opened = items.find((row) => keyOf(row) === key)
  const steps = stepsOf(
    items,
    (row) => keyOf(row) === key,
    (row) => setKey(keyOf(row)),
  )
  const columns: Column<StoredMessageText>[] = [
    { header: t('messages.template'), render: (row) => <strong>{t(`messages.template_${row.template}`)}</strong>, opens: true, at: 'who' },
    { header: t('messages.language'), render: (row) => t(`messages.language_${row.language}`), at: 'much' },
    { header: t('messages.subject'), render: (row) => row.subject, wrap: true, at: 'what' },
    {
      header: t('messages.origin'),
      render: (row) => (
        <StatusBadge tone={row.is_custom ? 'good' : 'quiet'} label={t(row.is_custom ? 'messages.custom' : 'messages.builtin')} />
      ),
      at: 'state',
    },
    {
      header: t('messages.changed_at'),
      render: (row) => (row.changed_at === null ? '–' : <DateTime value={row.changed_at} />),
      lesser: true,
    },
  ]
  return (
    <>
      <DataTable
        label={t('messages.tab_texts')}
        query={query}
        columns={columns}
        rowKey={keyOf}
        onOpen={(row) => setKey(keyOf(row))}
        opened={key ?? undefined}
      />
      {opened && <TextDrawer key={`${key} ${opened.changed_at}`} stored={opened} steps={steps} onClose={() => setKey(null)} />}
    </>
  )
}
