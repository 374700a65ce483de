import { type Plan, priceNow, soldPeriods, trafficSpan } from '@portico/contract/plans'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { pickedOut } from '../plans/cards/picked-out.ts'
import { usePlansOnSale } from '../plans/use-plans-on-sale.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { Money } from '../ui/format/money.tsx'
import { SiteIcon, type SiteIconName } from './site-icons.tsx'
import styles from './steps.module.css'

/** Apps that import the link in one tap. */
const APPS = [
  ['Clash Verge', ['Windows', 'macOS', 'Linux']],
  ['Hiddify', ['iOS', 'Android']],
  ['sing-box', ['iOS', 'Android', 'macOS']],
] as const
/** Heights of the bars in percent. */
const BARS = [34, 52, 41, 66, 58, 82, 47, 73, 61, 90, 55, 70]

/** The steps from choosing a plan to seeing where the traffic goes. */
export function Steps() {
  const t = useT()
  const plans = usePlansOnSale()
  return (
    <section className={`${styles['steps']} wrap`} aria-labelledby="steps">
      <h2 id="steps">{t('home.steps')}</h2>
      <ol>
        <Step
          icon="page"
          title={t('home.step_plan')}
          text={t('home.step_plan_text')}
          sketch={plans?.length === 0 ? null : <PlanSketch plan={pickedOut(plans ?? []) ?? plans?.[0]} />}
        />
        <Step
          icon="link"
          title={t('home.step_import')}
          text={t('home.step_import_text')}
          sketch={APPS.map(([name, systems]) => (
            <div key={name} className={styles['app']}>
              <strong>{name}</strong> <small>{systems.join(t('home.separator'))}</small>
            </div>
          ))}
        />
        <Step
          icon="bars"
          title={t('home.step_usage')}
          text={t('home.step_usage_text')}
          sketch={
            <>
              <strong>{t('home.sketch_usage')}</strong>
              <div className={styles['bars']}>
                {BARS.map((height) => (
                  <i key={height} style={{ height: `${height}%` }} />
                ))}
              </div>
            </>
          }
        />
      </ol>
    </section>
  )
}

interface StepProps {
  icon: SiteIconName
  title: string
  text: string
  /** Picture of the step; null: its icon. */
  sketch: ReactNode
}

/** A sketch in a niche, and below it what it shows. On phones an icon in a small one, beside the words. */
function Step({ icon, title, text, sketch }: StepProps) {
  return (
    <li>
      <div className={styles['niche']} data-plain={sketch === null || undefined} aria-hidden>
        <SiteIcon name={icon} />
        {sketch !== null && <div className={styles['sketch']}>{sketch}</div>}
      </div>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  )
}

/** A real plan with its real price; bare outlines until it is known. */
function PlanSketch({ plan }: { plan: Plan | undefined }) {
  const t = useT()
  const periods = plan ? soldPeriods(plan).slice(0, 3) : []
  const [period] = periods
  if (!plan || !period)
    return (
      <>
        <div className={styles['blank']} />
        <div className={styles['blank']} />
        <div className={styles['blank']} />
      </>
    )
  return (
    <>
      <div className={styles['between']}>
        <strong>{plan.name}</strong>
        <strong>
          <Money amount={priceNow(plan, period)} currency={plan.currency} short />
        </strong>
      </div>
      <p>
        <Bytes value={plan.transfer_enable} /> {t(`plan.traffic_${trafficSpan(plan, period === 'onetime_price')}`)}
      </p>
      <div className={styles['periods']}>
        {periods.map((one) => (
          <span key={one} data-on={one === period || undefined}>
            {t(`period.${one}`)}
          </span>
        ))}
      </div>
    </>
  )
}
