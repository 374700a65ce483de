import { Button } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Prose } from '../../ui/prose/prose.tsx'

/** A notice above the pages of a member. `body`: HTML that the server has cleaned; '' if there is none. */
export function NoticeBanner({ title, body, onDismiss }: { title: string; body: string; onDismiss: () => void }) {
  const t = useT()
  return (
    <Banner
      tone="info"
      title={title}
      body={body && <Prose html={body} />}
      action={
        <Button variant="default" onClick={onDismiss}>
          {t('member_notice.never_again')}
        </Button>
      }
    />
  )
}
