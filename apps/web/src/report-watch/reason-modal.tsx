import { Textarea } from '@mantine/core'
import { Reason } from '@portico/contract/member-actions-admin'
import * as z from 'zod/mini'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'

const Body = z.object({ reason: Reason })

interface Props {
  title: string
  text: string
  submit: string
  danger?: boolean
  done: string
  changes: { path: string }[]
  save: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** A decision about a report, with the reason for the audit log. */
export function ReasonModal({ title, text, submit, danger = false, done, changes, save, onClose }: Props) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { reason: '' },
    check: Body,
    send: ({ reason }: { reason: string }) => save(reason),
    done,
    changes,
    after: onClose,
  })
  return (
    <FormModal title={title} text={text} submit={submit} danger={danger} {...bound} onClose={onClose}>
      <Textarea autosize minRows={2} maxLength={200} data-autofocus {...fieldOf(form, 'reason', t('report_watch.reason'))} />
    </FormModal>
  )
}
