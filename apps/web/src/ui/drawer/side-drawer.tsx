import { FocusTrap } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import { type ReactNode, type SubmitEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useT } from '../../i18n.ts'
import styles from './side-drawer.module.css'
import type { Steps } from './row-steps.ts'
import { useDrawerFocus } from './use-drawer-focus.ts'

interface SideDrawerProps {
  title: string
  /** Subject in large type, such as an amount; the title is small then. */
  headline?: ReactNode
  /** Opens neighbours of the row. */
  steps?: Steps | undefined
  /** Stays visible at the bottom. */
  footer?: ReactNode
  /** The drawer is a form. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/**
 * A drawer at the side; not modal, as the list stays in use. On a phone it covers everything. Escape first closes pictures and questions
 * above.
 */
export function SideDrawer({ title, headline, steps, footer, onSubmit, onClose, children }: SideDrawerProps) {
  const t = useT()
  const covers = useMediaQuery('(width < 700px)', undefined, { getInitialValueInEffect: false })
  const drawer = useRef<HTMLElement>(null)
  const step = useDrawerFocus(drawer, onClose)
  const body = (
    <>
      <div className={styles['in']}>
        {headline && <div className={styles['headline']}>{headline}</div>}
        {children}
      </div>
      {footer && <div className={styles['footer']}>{footer}</div>}
    </>
  )
  return createPortal(
    <FocusTrap active={covers} innerRef={drawer}>
      <section className={styles['drawer']} role="dialog" aria-modal={covers || undefined} aria-label={title} data-drawer tabIndex={-1}>
        <div className={styles['head']}>
          <h2 data-small={headline !== undefined || undefined} tabIndex={-1} data-autofocus={(covers && steps !== undefined) || undefined}>
            {title}
          </h2>
          {steps && (
            <>
              <button type="button" data-step="previous" aria-label={t('drawer.previous')} {...step('previous', steps.previous)}>
                <IconChevronLeft size={18} />
              </button>
              <button type="button" data-step="next" aria-label={t('drawer.next')} {...step('next', steps.next)}>
                <IconChevronRight size={18} />
              </button>
            </>
          )}
          <button type="button" aria-label={t('action.close')} onClick={onClose}>
            <IconX size={18} />
          </button>
        </div>
        {onSubmit ? (
          <form noValidate className={styles['body']} onSubmit={onSubmit}>
            {body}
          </form>
        ) : (
          <div className={styles['body']}>{body}</div>
        )}
      </section>
    </FocusTrap>,
    document.body,
  )
}
