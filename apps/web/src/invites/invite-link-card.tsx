import { Button } from '@mantine/core'
import type { InviteCode, InviteStats } from '@portico/contract/invites'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CopyField } from '../ui/copy/copy-field.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ShareButton } from '../ui/copy/share-button.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import styles from './invites.module.css'
import { useMakeCode } from './make-code.ts'

interface LinkCardProps {
  invites: { codes: InviteCode[]; limit: number; mode: 'first' | 'every'; stat: InviteStats }
}

/** The link of the newest usable code, as text and QR code, and what it earns. Without a code, a button to get one. */
export function InviteLinkCard({ invites: { codes, limit, mode, stat } }: LinkCardProps) {
  const t = useT()
  const make = useMakeCode()
  const code = codes.find(({ usable }) => usable)
  // 1250 hundredths of a percent are 12.5.
  const earns = stat.rate > 0 ? t(`invites.earns_${mode}`, { rate: String(stat.rate / 100) }) : ''
  if (!code) {
    return (
      <Card title={t('invites.link')}>
        <EmptyState title={t('invites.no_link')} text={limit > 0 ? earns : t('invites.closed_text')}>
          {limit > 0 && (
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
          <CopyField label={t('invites.link')} text={code.link}>
            <ShareButton url={code.link} />
          </CopyField>
          {earns !== '' && <p className={styles['earns']}>{earns}</p>}
          <p className={styles['note']}>{t(code.max_uses === 1 ? 'invites.link_text_single' : 'invites.link_text')}</p>
          <p className={styles['note']}>{t('invites.scan')}</p>
        </div>
      </div>
    </Card>
  )
}
