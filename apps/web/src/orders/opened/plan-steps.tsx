import type { Order, OrderSteps } from '@portico/contract/orders'
import { periodMonths } from '@portico/contract/periods'
import { useT } from '../../i18n.ts'
import { useDate } from '../../ui/format/use-date.ts'
import type { StepState } from '../../ui/stone/step-mark.tsx'
import { Step, StepTime } from '../steps.tsx'

interface PlanStepsProps {
  order: Order
  /** Known facts; undefined: none yet. */
  steps: OrderSteps | undefined
  /** Whether the link still has to be imported. */
  needsSetup: boolean
}

/** The steps from the opened plan to the first traffic. */
export function PlanSteps({ order, steps, needsSetup }: PlanStepsProps) {
  const t = useT()
  const date = useDate()
  const isOpen = order.status === 'completed'
  const isUsed = Boolean(steps?.used_at)
  // Traffic does not prove the import: a link from before may still carry it.
  const isImported = Boolean(steps?.imported_at)
  const isPermanent = order.period !== null && periodMonths[order.period] === null
  const until = steps?.term_end && date(steps.term_end)
  const { term_start: from } = steps ?? {}
  const before = from && order.completed_at && from > order.completed_at ? `${date(from)} → ` : ''
  const opened = until
    ? t('order_step.opened_until', { day: before + until })
    : t(isPermanent ? 'order_step.opened_for_good' : 'order_step.opened')
  const next = (before: boolean, done: boolean): StepState => (done ? 'done' : before ? 'now' : 'next')
  return (
    <>
      <Step
        state={isOpen ? 'done' : 'now'}
        title={isOpen ? opened : t('order_step.opening')}
        aside={order.completed_at ? <StepTime value={order.completed_at} /> : t('order_step.moments')}
      />
      {needsSetup && (
        <>
          <Step
            state={next(isOpen, isImported)}
            title={t(isImported ? 'order_step.imported' : 'order_step.import')}
            aside={steps?.imported_at ? <StepTime value={steps.imported_at} /> : isOpen && !isImported && t('order_step.waiting')}
          />
          <Step
            state={next(isImported, isImported && isUsed)}
            title={t('order_step.used')}
            aside={isImported && !isUsed && t('order_step.waiting')}
          />
        </>
      )}
    </>
  )
}
