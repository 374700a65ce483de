import { Button, Group, Modal, Text } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { createStore, useStore } from '../store.ts'
import { useT } from '../i18n.ts'

interface Question {
  title: string
  text?: string
  /** Label of the button that goes ahead. */
  confirm: string
  /** Label of the other button, if "Cancel" would be unclear. */
  keep?: string
  danger?: boolean
}

const asked = createStore<(Question & { answer: (yes: boolean) => void }) | null>(null)

/** Asks before an action that cannot be undone. True: go ahead. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(null)
        resolve(yes)
      },
    })
  })
}

let openAtEscape = 0

/** How many dialogs above the drawers were open when Escape was last pressed. The first one to handle the key may be gone before the next does. */
export function dialogsAtEscape(): number {
  return openAtEscape
}

function watchEscape(): () => void {
  const look = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') openAtEscape = document.querySelectorAll('[aria-modal="true"]:not([data-drawer])').length
  }
  window.addEventListener('keydown', look, { capture: true })
  return () => window.removeEventListener('keydown', look, { capture: true })
}

/** Where questions appear; drawn once, in the frame. */
export function ConfirmHost() {
  const t = useT()
  const question = useStore(asked)
  // Dialogs add their listeners in an effect. This one belongs to the frame, so it sees every key before them.
  useLayoutEffect(watchEscape, [])
  const answer = (yes: boolean) => () => question?.answer(yes)
  return (
    <Modal
      opened={question !== null}
      onClose={answer(false)}
      title={<Text fw={600}>{question?.title}</Text>}
      zIndex={400}
      role="alertdialog"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {question?.text && <Text c="dimmed">{question.text}</Text>}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={answer(false)} data-autofocus={question?.danger || undefined}>
          {question?.keep ?? t('action.cancel')}
        </Button>
        <Button {...(question?.danger ? { color: 'red.8' } : {})} onClick={answer(true)} data-autofocus={!question?.danger || undefined}>
          {question?.confirm ?? t('action.confirm')}
        </Button>
      </Group>
    </Modal>
  )
}
