import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Prose } from '../../ui/prose/prose.tsx'

/** A notice above the pages of a member. `body`: HTML that the server has cleaned; '' if there is none. */
export function NoticeBanner({ title, body, more, onDismiss }: { title: string; body: string; more?: ReactNode; onDismiss: () => void }) {
  const t = useT()
  return (
    <Banner
      tone="info"
      title={title}
      body={body && <Prose html={body} />}
      action={
        <>
          {more}
          <Button size="compact-sm" variant="subtle" onClick={onDismiss}>
            {t('member_notice.never_again')}
          </Button>
        </>
      }
    />
  )
}
