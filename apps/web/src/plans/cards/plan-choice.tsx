import type { Period } from '@portico/contract/periods'
import { type MemberPlan, priceNow, trafficSpan } from '@portico/contract/plans'
import { useT } from '../../i18n.ts'
import { isOwn } from '../offer.ts'
import { Card } from '../../ui/card.tsx'
import { Bytes } from '../../ui/format/bytes.tsx'
import { Money } from '../../ui/format/money.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import styles from '../configure.module.css'

interface PlanChoiceProps {
  plans: MemberPlan[]
  value: MemberPlan
  /** The period a plan would be chosen for. */
  periodOf: (plan: MemberPlan) => Period | undefined
  onChange: (next: MemberPlan) => void
}

/** The plans a member can have, each an arch to go through. */
export function PlanChoice({ plans, value, periodOf, onChange }: PlanChoiceProps) {
  const t = useT()
  return (
    <Card title={t('dashboard.plan')} aside={<PathLink to="/user/plans">{t('configure.compare')}</PathLink>}>
      <fieldset
        className={styles['plans']}
        style={{ '--columns': columnsOf(plans.length, 4), '--columns-phone': columnsOf(plans.length, 3) }}
      >
        <legend className="visually-hidden">{t('dashboard.plan')}</legend>
        {plans.map((plan) => (
          <label key={plan.id} className={styles['plan']}>
            <input type="radio" name="plan" className="visually-hidden" checked={plan.id === value.id} onChange={() => onChange(plan)} />
            {isOwn(plan) && <span className={styles['held']}>{t('plans.held')}</span>}
            <strong>{plan.name}</strong>
            <span className={styles['traffic']}>
              <Bytes value={plan.transfer_enable} />
            </span>
            <small className={styles['cycle']}>{t(`configure.span_${trafficSpan(plan, periodOf(plan) === 'onetime_price')}`)}</small>
            <span className={styles['price']}>
              <PlanPrice plan={plan} period={periodOf(plan)} />
            </span>
            <small>{plan.device_limit === null ? t('configure.any_devices') : t('configure.devices', { n: plan.device_limit })}</small>
          </label>
        ))}
      </fieldset>
    </Card>
  )
}

/** The price for the period a plan would be chosen for, so that plans compare. */
function PlanPrice({ plan, period }: { plan: MemberPlan; period: Period | undefined }) {
  const t = useT()
  if (!period) return null
  const amount = priceNow(plan, period)
  if (amount === 0) return t('plan.free')
  return (
    <>
      <Money amount={amount} currency={plan.currency} short /> {t(`per.${period}`)}
    </>
  )
}

/** Columns, up to `most`; one fewer if that avoids a single plan in the last row. */
function columnsOf(count: number, most: number): number {
  return count > most && count % most === 1 ? most - 1 : Math.min(count, most)
}
