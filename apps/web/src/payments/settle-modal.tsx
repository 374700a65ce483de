import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'

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
  const { form, bound } = useSavedForm({
    values: { note: '' },
    check: Note,
    send: ({ note }: { note: string }) => save(note),
    done,
    changes,
    after: onClose,
  })
  return (
    <FormModal title={title} text={text} submit={submit} {...bound} onClose={onClose}>
      {children}
      <Textarea autosize minRows={2} maxLength={200} data-autofocus {...fieldOf(form, 'note', t('settle.note'))} />
    </FormModal>
  )
}
