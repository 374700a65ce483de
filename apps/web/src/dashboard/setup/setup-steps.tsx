import type { SetupStep, SetupStepName, WaitingSale } from '@portico/contract/overview-admin'
import type { Permission } from '@portico/contract/permissions'
import { Fragment, type ReactNode } from 'react'
import { useMenu } from '../../app/layout/menu.ts'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import type { ShownSecret } from '../../nodes/node-connection.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { StepMark, type StepState } from '../../ui/stone/step-mark.tsx'
import { AddressStep } from './address-step.tsx'
import { ConnectStep } from './connect-step.tsx'
import { RowLabel } from './row-label.tsx'
import { SaleWaits } from './sale-waits.tsx'
import { addressPlace } from './setup-arch.tsx'
import styles from './setup.module.css'

const PAGES: Record<SetupStepName, string> = {
  group: '/admin/server/group',
  plan: '/admin/plan_manage',
  payment: '/admin/payment',
  node: '/admin/server/manage',
  member: '/admin/user',
  traffic: '/admin/traffic',
}

interface StepsProps {
  steps: SetupStep[]
  /** The unpaid order that could become the first sale. */
  sale: WaitingSale | null
  /** The node whose secret was just made. */
  connecting: ShownSecret | null
  onMake: (step: SetupStepName) => void
  onConnect: (shown: ShownSecret) => void
}

/** The steps with what there is of each, and a way to do the next ones here. */
export function SetupSteps({ steps, sale, connecting, onMake, onConnect }: StepsProps) {
  const t = useT()
  const may = useMay()
  const address = addressPlace(steps)
  const now = steps.find(({ done }) => !done)?.step
  const isDone = (step: SetupStepName): boolean => steps.find((one) => one.step === step)?.done ?? true
  const stateOf = (step: SetupStepName, done: boolean): StepState => (done ? 'done' : step === now ? 'now' : 'next')
  // A plan is given to a member. Whatever else a form needs, such as a plan its group, can be made in it.
  const isBlocked = (step: SetupStepName): boolean => step === 'traffic' && !(isDone('plan') && isDone('member'))
  return (
    <ol className={styles['steps']}>
      {steps.map(({ step, done, name, id, lacks }, i) => (
        <Fragment key={step}>
          {i === address && <AddressStep n={address + 1} isNow={now === undefined} />}
          <li data-state={stateOf(step, done)}>
            <StepMark state={stateOf(step, done)} n={i < address ? i + 1 : i + 2} />
            <div className={styles['what']}>
              <h2>
                <StepTitle step={step} />
              </h2>
              {!done && isBlocked(step) && lacks === null && mayMake(step, may) ? (
                <p id={`blocked-${step}`}>{t('setup.traffic_blocked')}</p>
              ) : (
                <p>{textOf({ step, done, name, lacks }, t)}</p>
              )}
            </div>
            {done &&
              (lacks === 'report' ? (
                <StatusBadge tone="busy" label={t('setup.no_report')} />
              ) : (
                <StatusBadge tone="good" label={t('setup.done')} />
              ))}
            {!done && step === 'node' && name !== null && <StatusBadge tone="warn" label={t('setup.waiting')} />}
            {!done && step === 'plan' && id !== null && name !== null && mayMake(step, may) && (
              <PathLink className={buttonClass(step === now ? 'primary' : 'outline')} to={`${PAGES.plan}?open=${id}`}>
                <StepLabel isNow={step === now} text={t('setup.plan_open', { name })} />
              </PathLink>
            )}
            {!done && isMadeHere({ step, name, lacks }, sale) && mayMake(step, may) && (
              <button
                type="button"
                // Traffic comes with a sale; a plan is assigned by hand only for a test.
                className={buttonClass(step === now && step !== 'traffic' ? 'primary' : 'outline')}
                disabled={isBlocked(step)}
                aria-describedby={isBlocked(step) ? `blocked-${step}` : undefined}
                onClick={() => onMake(step)}
              >
                <StepLabel isNow={step === now} text={t(`setup.${step}_make`)} />
              </button>
            )}
            {step === 'node' && name !== null && !(done && isDone('traffic')) && (
              <ConnectStep isConnected={done} connecting={connecting} onConnect={onConnect} />
            )}
            {step === 'traffic' && sale && <SaleWaits sale={sale} isNow={step === now} />}
          </li>
        </Fragment>
      ))}
    </ol>
  )
}

/** A step's label; on a phone only the next step has a whole button. */
function StepLabel({ isNow, text }: { isNow: boolean; text: string }): ReactNode {
  return isNow ? text : <RowLabel>{text}</RowLabel>
}

/**
 * Whether a step is done by its form. A plan not on sale is opened, a node connected, a sale confirmed; a plan's holder just has to use it.
 */
function isMadeHere({ step, name, lacks }: Pick<SetupStep, 'step' | 'name' | 'lacks'>, sale: WaitingSale | null): boolean {
  if (step === 'traffic') return !sale && lacks !== 'use'
  return (step !== 'plan' && step !== 'node') || name === null
}

function textOf({ step, done, name, lacks }: Pick<SetupStep, 'step' | 'done' | 'name' | 'lacks'>, t: ReturnType<typeof useT>): string {
  if (done) return name ?? t(`setup.${step}_done`)
  if (step === 'traffic' && lacks === 'use') return t('setup.traffic_use')
  const isPlan = step === 'plan' && name !== null && lacks !== null && lacks !== 'report' && lacks !== 'use'
  return isPlan ? t(`setup.plan_lacks_${lacks}`, { name }) : t(`setup.${step}_text`)
}

/** Title of a step, linked for those who may open its page. */
function StepTitle({ step }: { step: SetupStepName }): ReactNode {
  const t = useT()
  const path = PAGES[step]
  const opens = useMenu().some((group) => group.entries.some((entry) => entry.path === path))
  return opens ? <PathLink to={path}>{t(`setup.${step}`)}</PathLink> : t(`setup.${step}`)
}

/** Permissions that forms need besides the step's own. */
const NEEDS: Record<SetupStepName, Permission[]> = {
  group: [],
  plan: ['plans.read'],
  payment: ['payments.read'],
  node: ['plans.read'],
  member: [],
  traffic: ['plans.read', 'orders.write', 'money.book'],
}

/** Whether the staff may use a step's form. */
function mayMake(step: SetupStepName, may: (one: Permission) => boolean): boolean {
  return NEEDS[step].every(may)
}
