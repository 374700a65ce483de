import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { useT } from '../../i18n.ts'

interface FormModalProps {
  title: string
  /** Says what submitting does. */
  text?: string
  /** Label of the submit button. */
  submit: string
  danger?: boolean
  saving: boolean
  /** true: it cannot be submitted yet. */
  blocked?: boolean
  onClose: () => void
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  children?: ReactNode
}

/** A short form in a dialog: a few fields, then cancel and submit. */
export function FormModal({ title, text, submit, danger = false, saving, blocked = false, onClose, onSubmit, children }: FormModalProps) {
  const t = useT()
  const submitOnlyThis = (event: SubmitEvent<HTMLFormElement>): void => {
    // React passes events on to the dialog's parent in the tree, which may be another form.
    event.stopPropagation()
    onSubmit(event)
  }
  return (
    <Modal opened onClose={onClose} title={<strong>{title}</strong>} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <form noValidate onSubmit={submitOnlyThis}>
        <Stack>
          {text && <p className="quiet">{text}</p>}
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={saving}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" {...(danger ? { color: 'red.8' } : {})} loading={saving} disabled={blocked}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
