import '@mantine/dates/styles.layer.css'
import { Checkbox, Stack, Textarea } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { useForm } from '@mantine/form'
import type { AdminNode } from '@portico/contract/nodes-admin'
import {
  adminListReportAlarms,
  adminListReportUndos,
  adminPreviewReportUndo,
  adminStartReportUndo,
  UNDO_DAYS,
  type UndoPreview,
} from '@portico/contract/report-watch-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Banner } from '../ui/banner.tsx'
import { confirm } from '../ui/confirm.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { newNumber } from '../ui/form/new-number.ts'
import { dayjsLocale } from '../ui/format/dayjs-locale.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { momentAt } from '../ui/format/zoned-time.ts'
import { useSave } from '../ui/use-save.ts'

const HOUR_MS = 3_600_000

/** `since`: the clock in the site's time zone. */
type UndoForm = { since: string; networks: string[]; reason: string }

interface Props {
  node: AdminNode
  /** Start of the undo; null: the last hour. */
  from: Date | null
  onClose: () => void
}

/** Undoes what a node reported since a time: shows how much that is, asks, and starts it. */
export function UndoDrawer({ node, from, onClose }: Props) {
  const t = useT()
  const zone = useZone()
  const lang = useStore(language)
  const [key] = useState(newNumber)
  const [first] = useState(() => from ?? new Date(Date.now() - HOUR_MS))
  const form = useForm<UndoForm>({
    initialValues: { since: formatDateTime(first, zone, 'minute'), networks: [], reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? t('report_watch.reason_missing') : null) },
  })
  const scope = ({ since, networks }: UndoForm) => ({ node_id: node.id, since: momentAt(since, zone).toISOString(), networks })
  const { data } = useQuery({
    ...get(adminPreviewReportUndo, { body: scope(form.values) }, { quiet: true }),
    enabled: form.values.since !== '',
    placeholderData: (before) => before,
  })
  const start = useSave({
    form,
    send: async (values: UndoForm) => {
      const found = await call(adminPreviewReportUndo, { body: scope(values) })
      const title = t('report_watch.undo_ask', { n: found.reports, name: node.shown_name })
      const text = t('report_watch.undo_ask_text', { n: found.members, bytes: formatBytes(found.billed), returning: found.returning })
      if (!(await confirm({ title, text, confirm: t('report_watch.undo_now'), danger: true }))) return false
      await call(adminStartReportUndo, { body: { ...scope(values), key, reason: values.reason } })
      return true
    },
    done: (started) => (started ? t('report_watch.undo_begun') : undefined),
    changes: [adminListReportUndos, adminListReportAlarms],
    after: (started) => started && onClose(),
  })
  return (
    <FormDrawer
      form={form}
      draft={`undo ${node.id}`}
      title={t('report_watch.undo_title', { name: node.shown_name })}
      saving={start.isPending}
      saveLabel={t('report_watch.undo_next')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => start.mutate(values))}
    >
      <Banner tone="warn" title={t('report_watch.secret_first')}>
        {t('report_watch.secret_first_text')}
      </Banner>
      <DateTimePicker
        valueFormat="YYYY-MM-DD HH:mm"
        locale={dayjsLocale(lang)}
        {...fieldOf(form, 'since', t('report_watch.since'), t('report_watch.since_text', { days: UNDO_DAYS, zone: zone ?? '' }))}
      />
      {data && <Found found={data} />}
      {data && data.networks.length > 1 && (
        <Checkbox.Group {...fieldOf(form, 'networks', t('report_watch.networks'), t('report_watch.networks_text'))}>
          <Stack gap="xs" mt="xs">
            {data.networks.map(({ network, reports, bytes }) => (
              <Checkbox
                key={network}
                value={network}
                label={network}
                description={t('report_watch.network_of', { n: reports, bytes: formatBytes(bytes) })}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Textarea required autosize minRows={2} maxLength={200} {...fieldOf(form, 'reason', t('report_watch.reason'))} />
    </FormDrawer>
  )
}

function Found({ found: { reports, members, billed, returning } }: { found: UndoPreview }) {
  const t = useT()
  return (
    <p role="status">
      {t('report_watch.found', { n: reports })} {t('report_watch.found_members', { n: members, bytes: formatBytes(billed) })}{' '}
      {returning > 0 && t('report_watch.found_returning', { n: returning })}
    </p>
  )
}
