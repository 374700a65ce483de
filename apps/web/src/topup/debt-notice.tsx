import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { PathLink } from '../ui/path-link.tsx'

/** What the member owes after a payment was taken back; nothing if they owe nothing. */
export function DebtNotice({ linked = true }: { linked?: boolean }) {
  const t = useT()
  const money = useMoney()
  const { debt, currency } = useWho()
  if (debt === 0) return null
  return (
    <Banner
      tone="warn"
      title={t('debt.title', { amount: money(debt, currency) })}
      action={linked && <PathLink to="/user/topup">{t('debt.pay')}</PathLink>}
    >
      {t('debt.text')}
    </Banner>
  )
}
