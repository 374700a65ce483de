import type { Period } from '@portico/contract/periods'
import type { MemberPlan } from '@portico/contract/plans'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { Bytes } from '../ui/format/bytes.tsx'
import styles from './configure.module.css'

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
    <Card title={t('dashboard.plan')}>
      <fieldset className={styles['plans']}>
        <legend className="visually-hidden">{t('dashboard.plan')}</legend>
        {plans.map((plan) => (
          <label key={plan.id} className={styles['plan']}>
            <input type="radio" name="plan" className="visually-hidden" checked={plan.id === value.id} onChange={() => onChange(plan)} />
            {plan.held && <span className={styles['held']}>{t('plans.held')}</span>}
            <strong>{plan.name}</strong>
            <span className={styles['traffic']}>
              <Bytes value={plan.transfer_enable} />
            </span>
            <small className={styles['cycle']}>{t(periodOf(plan) === 'onetime_price' ? 'configure.in_total' : 'configure.monthly')}</small>
            <small>{plan.device_limit === null ? t('configure.any_devices') : t('configure.devices', { n: plan.device_limit })}</small>
          </label>
        ))}
      </fieldset>
    </Card>
  )
}
