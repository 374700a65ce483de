import { createFileRoute } from '@tanstack/react-router'
import { loadMessages, useT } from '../i18n.ts'
import { CallToStart } from '../site/call-to-start.tsx'
import { Questions } from '../site/questions.tsx'
import { PublicFrame } from '../ui/plain/public-frame.tsx'
import { ComparePlans } from './compare-plans.tsx'
import { Prices, usePublicPlans } from './prices.tsx'

export const Route = createFileRoute('/_public/price')({
  loader: () => Promise.all([loadMessages('home'), loadMessages('prices')]),
  component: PricePage,
  staticData: { title: 'title.price' },
})

function PricePage() {
  const t = useT()
  const plans = usePublicPlans().data?.items
  return (
    <>
      <PublicFrame title={t('price.title')} {...(plans?.length !== 0 && { text: t('price.text') })}>
        <Prices />
      </PublicFrame>
      {plans && plans.length > 0 && (
        <>
          {plans.length > 1 && <ComparePlans plans={plans} />}
          <Questions />
          <CallToStart />
        </>
      )}
    </>
  )
}
