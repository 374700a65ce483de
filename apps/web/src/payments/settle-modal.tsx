import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useT } from '../i18n.ts'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { showNotice } from '../notice.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'

const Note = z.object({ note: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) })

interface SettleModalProps {
  title: string
  text: string
  submit: string
  done: string
  /** Also when it failed: somebody else may have been faster. */
  onSettled: () => Promise<void>
  save: (note: string) => Promise<unknown>
  onClose: () => void
  /** Fields above the note. */
  children?: ReactNode
}

/** A decision about money that waits, with the note that goes into the books. */
export function SettleModal({ title, text, submit, done, onSettled, save, onClose, children }: SettleModalProps) {
  const t = useT()
  const form = useForm({ initialValues: { note: '' }, validate: (values) => schemaErrors(Note, values) })
  const work = useMutation({
    mutationFn: ({ note }: { note: string }) => save(note),
    onSuccess: () => {
      showNotice({ kind: 'success', message: done })
      onClose()
    },
    onError: (error) => showFieldErrors(form, error),
    onSettled,
  })
  return (
    <Modal opened onClose={onClose} title={<strong>{title}</strong>} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <form noValidate onSubmit={form.onSubmit((values) => work.mutate(values))}>
        <p>{text}</p>
        {children}
        <Textarea mt="md" label={t('settle.note')} autosize minRows={2} maxLength={200} data-autofocus {...form.getInputProps('note')} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={work.isPending}>
            {submit}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
