import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import styles from './cards.module.css'
import { RedeemCard } from './redeem-card.tsx'
import { RedeemHistory } from './redeem-history.tsx'

export const Route = createFileRoute('/_signed-in/user/cards')({ component: CardsPage, staticData: { title: 'title.cards' } })

function CardsPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title.cards')} text={t('redeem.text')} />
      <div className={styles['page']}>
        <RedeemCard />
        <RedeemHistory />
      </div>
    </>
  )
}
