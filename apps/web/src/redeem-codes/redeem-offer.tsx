import { Button, Group } from '@mantine/core'
import type { Redeemed, RedeemPreview } from '@portico/contract/redeem-codes'
import { IconArrowRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './cards.module.css'
import { type Reward, useRewardText } from './reward-text.ts'
import { StandingChange } from './standing-change.tsx'

interface OfferProps {
  offer: RedeemPreview
  busy: boolean
  onBack: () => void
  onRedeem: () => void
  children: ReactNode
}

/** What a code would give, before it is redeemed. `children`: an error. */
export function RedeemOffer({ offer, busy, onBack, onRedeem, children }: OfferProps) {
  const t = useT()
  const heading = useFocusOnce()
  return (
    <Card title={t('redeem.offer')}>
      <div className={styles['form']} ref={heading} tabIndex={-1}>
        <Given reward={offer} name={offer.name} />
        <Meaning offer={offer} />
        {offer.refusal && (
          <Banner tone="warn" title={t('redeem.not_now')}>
            {offer.refusal}
          </Banner>
        )}
        {offer.after && <StandingChange before={offer.before} after={offer.after} currency={offer.currency} />}
        {children}
        <Group>
          {offer.after && (
            <Button loading={busy} onClick={onRedeem}>
              {t('redeem.redeem')}
            </Button>
          )}
          <Button variant="default" disabled={busy} onClick={onBack}>
            {t('redeem.other_code')}
          </Button>
        </Group>
      </div>
    </Card>
  )
}

/** What a code has given. */
export function RedeemDone({ redeemed, onAgain }: { redeemed: Redeemed; onAgain: () => void }) {
  const t = useT()
  const text = useRewardText()
  const heading = useFocusOnce()
  return (
    <Card title={t('redeem.done_title')}>
      <div className={styles['form']} ref={heading} tabIndex={-1}>
        <Banner tone="good" title={t('redeem.done', { what: text(redeemed) })}>
          {t('redeem.done_text')}
        </Banner>
        <StandingChange before={redeemed.before} after={redeemed.after} currency={redeemed.currency} />
        <Group>
          <Button onClick={onAgain}>{t('redeem.again')}</Button>
          <Button component={PathLink} to="/dashboard" variant="default" rightSection={<IconArrowRight size={16} />}>
            {t('title.dashboard')}
          </Button>
        </Group>
      </div>
    </Card>
  )
}

function Given({ reward, name }: { reward: Reward; name: string }) {
  const t = useT()
  const text = useRewardText()
  return (
    <div className={styles['given']}>
      <span>
        {t(`redeem_kind.${reward.kind}`)} · {name}
      </span>
      <strong>{text(reward)}</strong>
    </div>
  )
}

/** Warnings about kinds that give less than they seem to. */
function Meaning({ offer }: { offer: RedeemPreview }) {
  const t = useT()
  if (!offer.after) return null
  if (offer.kind === 'traffic') return <p className="quiet">{t('redeem.traffic_keeps')}</p>
  if (offer.kind === 'days') return <p className="quiet">{t(offer.before.active ? 'redeem.days_after' : 'redeem.days_from_now')}</p>
  if (offer.after.starts_by !== null)
    return (
      <p className="quiet">
        {t('redeem.waits')} <DateTime value={offer.after.starts_by} />
      </p>
    )
  if (offer.kind === 'plan' && offer.before.active) return <p className="quiet">{t('redeem.plan_extends')}</p>
  return null
}

/** Moves the focus from the pressed button to the step that replaces it. */
function useFocusOnce() {
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => target.current?.focus(), [])
  return target
}
