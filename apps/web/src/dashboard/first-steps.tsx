import { fetchLinkFetches } from '@portico/contract/link-fetches'
import type { Subscription } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { StepMark } from '../ui/stone/step-mark.tsx'
import styles from './plan-gate.module.css'

/** Steps to the first traffic. `done`: number of steps done. */
export function FirstSteps({ done }: { done: number }) {
  const t = useT()
  const steps = [t('dashboard.step_plan'), t('dashboard.step_pay'), t('dashboard.step_import'), t('dashboard.step_connect')]
  return (
    <ol className={styles['steps']}>
      {steps.map((step, i) => (
        <li key={step} aria-current={i === done ? 'step' : undefined}>
          <StepMark state={i < done ? 'done' : i === done ? 'now' : 'next'} n={i + 1} />
          {step}
        </li>
      ))}
    </ol>
  )
}

/** Whether no app has fetched the link and no traffic was used. */
export function useNeverImported({ state, u, d }: Subscription): boolean {
  const { data } = useQuery({ ...get(fetchLinkFetches, {}, { background: true }), enabled: state === 'active' && u + d === 0 })
  return data?.items.length === 0
}
