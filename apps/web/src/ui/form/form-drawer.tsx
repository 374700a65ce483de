import { Button } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../../i18n.ts'
import { Banner } from '../banner.tsx'
import { DateTime } from '../format/date-time.tsx'
import { SideDrawer } from '../drawer/side-drawer.tsx'
import type { Steps } from '../drawer/row-steps.ts'
import { type DraftForm, useDraft } from './drafts.ts'
import styles from './form-drawer.module.css'

interface FormDrawerProps<V extends Record<string, unknown>> {
  title: string
  form: DraftForm<V>
  /** Draft name, such as `plan 12`, by which an unfinished form returns. */
  draft: string
  saving: boolean
  saveLabel?: string
  /** true: this reader may only look. */
  readOnly?: boolean
  /** Second way to save. */
  second?: { label: string; onClick: () => void } | undefined
  steps?: Steps | undefined
  headline?: ReactNode
  /** What saving does: whom it concerns, and how many. Stands beside the button. */
  effect?: ReactNode
  onClose: () => void
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A form in a drawer at the side. Its buttons always stay visible; closing it keeps what was entered. */
export function FormDrawer<V extends Record<string, unknown>>(props: FormDrawerProps<V>) {
  const { title, form, draft, saving, saveLabel, readOnly = false, second, steps, headline, effect, onClose, onSubmit, children } = props
  const t = useT()
  const { restoredFrom, discard } = useDraft(draft, form, saving)
  const dirty = form.isDirty()
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    if (readOnly) return event.preventDefault()
    onSubmit(event)
    toInvalid(event.currentTarget)
  }
  const giveUp = (): void => {
    // Drawn before it closes, or it would be kept.
    flushSync(discard)
    onClose()
  }
  return (
    <SideDrawer
      title={title}
      {...(headline === undefined ? {} : { headline })}
      steps={steps}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          {effect && (
            <p className={styles['effect']} role="status">
              {effect}
            </p>
          )}
          <Button ml="auto" variant="default" onClick={dirty ? giveUp : onClose} disabled={saving}>
            {t(readOnly ? 'action.close' : dirty ? 'state.discard' : 'action.cancel')}
          </Button>
          {second && (
            <Button
              variant="default"
              disabled={saving}
              onClick={({ currentTarget }) => {
                second.onClick()
                toInvalid(currentTarget.form)
              }}
            >
              {second.label}
            </Button>
          )}
          {!readOnly && (
            <Button type="submit" loading={saving}>
              {saveLabel ?? t('action.save')}
            </Button>
          )}
        </>
      }
    >
      {restoredFrom && (
        <Banner
          tone="info"
          title={t('draft.back')}
          action={
            <Button size="compact-sm" variant="default" onClick={discard}>
              {t('state.discard')}
            </Button>
          }
        >
          {t('draft.from')} <DateTime value={restoredFrom} />
        </Banner>
      )}
      {children}
    </SideDrawer>
  )
}

/** The invalid field may be far outside the visible part. */
function toInvalid(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
