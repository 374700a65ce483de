import { Button } from '@mantine/core'
import type { InviteCode } from '@portico/contract/invites'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CopyField } from '../ui/copy/copy-field.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import styles from './invites.module.css'
import { useMakeCode } from './make-code.ts'

/** The link of the newest usable code, as text and QR code. Without a code, a button to create one. */
export function InviteLinkCard({ invites }: { invites: { codes: InviteCode[]; limit: number } }) {
  const t = useT()
  const make = useMakeCode()
  const code = invites.codes.find(({ usable }) => usable)
  if (!code) {
    return (
      <Card title={t('invites.link')}>
        <EmptyState title={t('invites.no_code')} text={t(invites.limit > 0 ? 'invites.no_code_text' : 'invites.closed_text')}>
          {invites.limit > 0 && (
            <Button loading={make.isPending} onClick={() => make.mutate()}>
              {t('invites.make_first')}
            </Button>
          )}
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card title={t('invites.link')}>
      <div className={styles['link']}>
        <QrCode text={code.link} size={96} />
        <div>
          <CopyField label={t('invites.link')} text={code.link} />
          <p className={styles['note']}>{t(code.max_uses === 1 ? 'invites.link_text_single' : 'invites.link_text')}</p>
          <p className={styles['note']}>{t('invites.scan')}</p>
        </div>
      </div>
    </Card>
  )
}
