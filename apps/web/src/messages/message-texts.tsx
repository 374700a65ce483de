import { MessageTemplate } from '@portico/contract/message-placeholders'
import { adminListMessageTexts, type StoredMessageText } from '@portico/contract/messages-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { list } from '../api/query.ts'
import { type Language, LANGUAGES } from '@portico/contract/translations'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'

const TextDrawer = lazyDrawer(async () => (await import('./text-drawer.tsx')).TextDrawer)

/** A template with its text per language. */
interface Row {
  template: MessageTemplate
  texts: StoredMessageText[]
}

/** Every message, with its text in both languages. */
export function MessageTexts() {
  const t = useT()
  const own = useStore(language)
  const query = useQuery(list(adminListMessageTexts, {}))
  const [opened, open] = useState<{ template: MessageTemplate; language: Language } | null>(null)
  const items = query.data?.items ?? []
  const rows = MessageTemplate.options
    .map((template) => ({ template, texts: items.filter((text) => text.template === template) }))
    .filter(({ texts }) => texts.length > 0)
  const stored = items.find((text) => text.template === opened?.template && text.language === opened.language)
  const steps = stepsOf(
    rows,
    (row) => row.template === opened?.template,
    ({ template }) => open({ template, language: opened?.language ?? own }),
  )
  const columns: Column<Row>[] = [
    { header: t('messages.template'), render: (row) => <strong>{t(`messages.template_${row.template}`)}</strong>, opens: true, at: 'who' },
    ...LANGUAGES.map((lang): Column<Row> => ({
      header: t(`messages.language_${lang}`),
      render: ({ texts }) => <span lang={lang}>{texts.find((text) => text.language === lang)?.subject ?? '–'}</span>,
      wrap: true,
      ...(lang === own && { at: 'what' as const }),
    })),
    { header: t('messages.origin'), render: ({ texts }) => <Origin texts={texts} />, at: 'state' },
    { header: t('messages.changed_at'), render: ({ texts }) => <DateTime value={lastChange(texts)} />, lesser: true },
  ]
  return (
    <>
      <DataTable
        label={t('messages.tab_texts')}
        query={{ ...query, data: query.data && { items: rows, total: rows.length } }}
        columns={columns}
        rowKey={(row) => row.template}
        onOpen={({ template, texts }) => open({ template, language: texts.find((text) => text.is_unsafe)?.language ?? own })}
        opened={opened?.template}
      />
      {stored && (
        <TextDrawer
          key={`${stored.template} ${stored.language} ${stored.changed_at}`}
          stored={stored}
          steps={steps}
          onLanguage={(lang) => open({ template: stored.template, language: lang })}
          onClose={() => open(null)}
        />
      )}
    </>
  )
}

/** Whose text it is: the operator's in all languages, in one, or in none. */
function Origin({ texts }: Pick<Row, 'texts'>) {
  const t = useT()
  const own = texts.filter((text) => text.is_custom)
  const unsafe = own.filter((text) => text.is_unsafe)
  if (unsafe.length === texts.length) return <StatusBadge tone="bad" label={t('messages.unsafe')} />
  if (unsafe.length > 0) return <StatusBadge tone="bad" label={t('messages.unsafe_in', { language: namesOf(unsafe) })} />
  if (own.length === 0) return <StatusBadge tone="quiet" label={t('messages.builtin')} />
  if (own.length === texts.length) return <StatusBadge tone="good" label={t('messages.custom')} />
  return <StatusBadge tone="good" label={t('messages.custom_in', { language: namesOf(own) })} />

  function namesOf(some: StoredMessageText[]): string {
    return some.map((text) => t(`messages.language_${text.language}`)).join(' ')
  }
}

function lastChange(texts: StoredMessageText[]): string | null {
  return (
    texts
      .flatMap((text) => text.changed_at ?? [])
      .toSorted()
      .at(-1) ?? null
  )
}
