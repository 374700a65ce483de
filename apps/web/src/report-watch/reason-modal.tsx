import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Reason } from '@portico/contract/member-acts-admin'
import * as z from 'zod/mini'
import { useT } from '../i18n.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'

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
  const form = useForm({ initialValues: { reason: '' }, validate: (values) => schemaErrors(Body, values) })
  const work = useSave({ form, send: ({ reason }: { reason: string }) => save(reason), done, changes, after: onClose })
  return (
    <FormModal
      title={title}
      text={text}
      submit={submit}
      danger={danger}
      saving={work.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => work.mutate(values))}
    >
      <Textarea label={t('report_watch.reason')} autosize minRows={2} maxLength={200} data-autofocus {...form.getInputProps('reason')} />
    </FormModal>
  )
}
