import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useT } from '../i18n.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'

const Note = z.object({ note: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) })

interface SettleModalProps {
  title: string
  text: string
  submit: string
  done: string
  changes: { path: string }[]
  save: (note: string) => Promise<unknown>
  onClose: () => void
  /** Fields above the note. */
  children?: ReactNode
}

/** A decision about money that waits for an operator. The note goes into the books. */
export function SettleModal({ title, text, submit, done, changes, save, onClose, children }: SettleModalProps) {
  const t = useT()
  const form = useForm({ initialValues: { note: '' }, validate: (values) => schemaErrors(Note, values) })
  const work = useSave({ form, send: ({ note }: { note: string }) => save(note), done, changes, after: onClose })
  return (
    <FormModal
      title={title}
      text={text}
      submit={submit}
      saving={work.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => work.mutate(values))}
    >
      {children}
      <Textarea label={t('settle.note')} autosize minRows={2} maxLength={200} data-autofocus {...form.getInputProps('note')} />
    </FormModal>
  )
}
