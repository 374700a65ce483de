import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { Prose } from '../../ui/prose/prose.tsx'
import { TextButton } from '../../ui/plain/text-button.tsx'
import styles from './member-notices.module.css'

/** A notice on the home of a member, on a phone a line that opens. `body`: HTML that the server has cleaned; '' if there is none. */
export function NoticeBanner({ title, body, more, onDismiss }: { title: string; body: string; more?: ReactNode; onDismiss: () => void }) {
  const t = useT()
  const isNarrow = useMediaQuery('(width < 700px)', undefined, { getInitialValueInEffect: false }) ?? false
  const [isOpen, setOpen] = useState(false)
  if (isNarrow && body && !isOpen) {
    return (
      <Banner
        tone="info"
        title={
          <TextButton className={styles['line'] ?? ''} aria-expanded={false} onClick={() => setOpen(true)}>
            <span>{title}</span>
            <IconChevronDown size={18} aria-hidden />
          </TextButton>
        }
      />
    )
  }
  return (
    <Banner
      tone="info"
      title={title}
      body={body && <Prose html={body} />}
      action={
        <>
          {more}
          <button type="button" className={buttonClass('subtle', 'small')} data-variant="subtle" onClick={onDismiss}>
            {t('member_notice.never_again')}
          </button>
        </>
      }
    />
  )
}
