import { Box, Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { useShown } from './use-shown.ts'

export interface Question {
  title: string
  text?: string
  /** What is decided about, to read again. */
  body?: ReactNode
  /** Label of the confirming button. */
  confirm: string
  /** Label of the other button; default "Cancel". */
  keep?: string
  danger?: boolean
}

/** Asks the question; null closes the dialog. */
export function ConfirmDialog({ question, onAnswer }: { question: Question | null; onAnswer: (yes: boolean) => void }) {
  const t = useT()
  const shown = useShown(question !== null)
  return (
    <Modal
      opened={shown}
      onClose={() => onAnswer(false)}
      title={<Text fw={600}>{question?.title}</Text>}
      zIndex={400}
      {...(question && { role: 'alertdialog', 'aria-label': question.title })}
      {...(question?.body !== undefined && { size: 'lg' })}
      data-question
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {question?.text && <Text c="dimmed">{question.text}</Text>}
      {question?.body && <Box mt="md">{question.body}</Box>}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => onAnswer(false)} data-autofocus={question?.danger || undefined}>
          {question?.keep ?? t('action.cancel')}
        </Button>
        <Button
          {...(question?.danger ? { color: 'red.8' } : {})}
          onClick={() => onAnswer(true)}
          data-autofocus={!question?.danger || undefined}
        >
          {question?.confirm ?? t('action.confirm')}
        </Button>
      </Group>
    </Modal>
  )
}
