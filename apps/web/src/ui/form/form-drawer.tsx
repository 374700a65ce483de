import { Button, Group } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { useT } from '../../i18n.ts'
import { confirm } from '../confirm.tsx'
import styles from './form-drawer.module.css'
import { SideDrawer } from '../side-drawer.tsx'

interface FormDrawerProps {
  opened: boolean
  title: string
  saving: boolean
  /** Something was entered, so closing asks first. */
  dirty?: boolean
  size?: 'md' | 'lg' | 'xl'
  saveLabel?: string
  onClose: () => void
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A form in a drawer at the side. Its buttons always stay visible. */
export function FormDrawer({ opened, title, saving, dirty = false, size = 'md', saveLabel, onClose, onSubmit, children }: FormDrawerProps) {
  const t = useT()
  const close = async (): Promise<void> => {
    const question = { title: t('state.unsaved_title'), text: t('state.unsaved_text'), confirm: t('state.discard'), danger: true }
    if (!dirty || (await confirm(question))) onClose()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    const form = event.currentTarget
    onSubmit(event)
    // The invalid field may be far outside the visible part.
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <SideDrawer
      opened={opened}
      onClose={() => void close()}
      title={title}
      size={size}
      classNames={{ body: styles['body'] ?? '', content: styles['content'] ?? '' }}
    >
      <form noValidate className={styles['form']} onSubmit={submit}>
        <div className={styles['fields']}>{children}</div>
        <Group justify="flex-end" className={styles['buttons'] ?? ''}>
          <Button variant="default" onClick={() => void close()} disabled={saving}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {saveLabel ?? t('action.save')}
          </Button>
        </Group>
      </form>
    </SideDrawer>
  )
}
