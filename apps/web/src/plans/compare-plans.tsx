import type { Period } from '@portico/contract/periods'
import { limitNames } from '@portico/contract/plan-limits'
import { type Plan, priceNow, trafficSpan } from '@portico/contract/plans'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { Money } from '../ui/format/money.tsx'
import styles from './compare-plans.module.css'
import { pickedOut } from './cards/picked-out.ts'
import { cyclesOf, priceThen } from './cards/plan-price.ts'
import { limitText, limitTexts } from './limit-texts.ts'

/** Least width of a plan's column, in pixels. */
const NARROWEST = 64

/** All plans side by side: what each includes, and its price for every period it is sold for. */
export function ComparePlans({ plans }: { plans: Plan[] }) {
  const t = useT()
  const chosen = pickedOut(plans)
  const hasFirst = plans.some((plan) => cyclesOf([plan]).some((period) => priceThen(plan, period) !== null))
  const row = (name: string, cell: (plan: Plan) => ReactNode): ReactNode => (
    <tr key={name}>
      <th scope="row">{name}</th>
      {plans.map((plan) => (
        <td key={plan.id} data-chosen={plan === chosen || undefined}>
          {cell(plan)}
        </td>
      ))}
    </tr>
  )
  return (
    <section className={`${styles['compare']} wrap`}>
      <h2 id="compare">{t('home.all_plans')}</h2>
      {hasFirst && <p className={styles['first']}>{t('compare.first_order')}</p>}
      {/* A scrolling region must be reachable by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles['scroll']} aria-labelledby="compare" tabIndex={0}>
        <table style={{ minWidth: 76 + plans.length * NARROWEST }}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('compare.included')}</span>
              </th>
              {plans.map((plan) => (
                <th key={plan.id} scope="col" data-chosen={plan === chosen || undefined}>
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row(t('compare.traffic'), (plan) => (
              <>
                <Bytes value={plan.transfer_enable} />
                <small>{t(`compare.span_${trafficSpan(plan, isPermanent(plan))}`)}</small>
              </>
            ))}
            {limitNames.map((limit) => row(t(limitTexts.compared[limit]), (plan) => limitText(limit, plan[limit], t('compare.no_limit'))))}
            {row(t('compare.price'), (plan) => (
              <ul>
                {cyclesOf([plan]).map((period) => (
                  <li key={period}>
                    <Price plan={plan} period={period} /> <small>{t(`per.${period}`)}</small>
                  </li>
                ))}
              </ul>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function isPermanent(plan: Plan): boolean {
  return cyclesOf([plan]).every((period) => period === 'onetime_price')
}

function Price({ plan, period }: { plan: Plan; period: Period }) {
  const t = useT()
  const now = priceNow(plan, period)
  return <strong>{now === 0 ? t('plan.free') : <Money amount={now} currency={plan.currency} short />}</strong>
}
