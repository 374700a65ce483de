import { adminListNodes } from '@portico/contract/nodes-admin'
import { adminSetup, type SetupStep, type SetupStepName, type WaitingSale } from '@portico/contract/overview-admin'
import { Suspense, useState } from 'react'
import { invalidate } from '../../api/query.ts'
import { useNeeds } from '../../app/layout/use-needs.ts'
import { useT } from '../../i18n.ts'
import type { ShownSecret } from '../../nodes/node-connection.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { TextButton } from '../../ui/plain/text-button.tsx'
import { NeedsYou } from '../needs-you.tsx'
import { GuideBasics, MailBasics, SiteBasics, useLacksGuides } from './site-basics.tsx'
import { useAddress } from './use-address.ts'
import { SetupArch } from './setup-arch.tsx'
import { SetupSteps } from './setup-steps.tsx'
import styles from './setup.module.css'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'

// Lazy, because it brings the forms of five nouns.
const StepDrawer = lazyPart(async () => (await import('./step-drawer.tsx')).StepDrawer)

interface SetupProps {
  /** The steps this member of staff may go. */
  steps: SetupStep[]
  finished: boolean
  sale: WaitingSale | null
  onOverview: () => void
}

/** The steps to the first sale, as stones of an arch and as a list. Each ticks itself; what is missing is made in place. */
export function Setup({ steps, finished, sale, onOverview }: SetupProps) {
  const t = useT()
  const [making, setMaking] = useState<SetupStepName | null>(null)
  const [connecting, setConnecting] = useState<ShownSecret | null>(null)
  const needs = useNeeds().data?.items ?? []
  // Nobody needs a code yet.
  const lacksMail = !finished && needs.some(({ kind }) => kind === 'mail_missing')
  const lacksGuides = useLacksGuides()
  const lacksPlan = steps.some(({ step, done }) => step === 'plan' && !done)
  const left = steps.filter(({ done }) => !done).length
  const { isLocal } = useAddress()
  // Done, but nobody can come.
  const end = !finished ? 'others' : isLocal ? 'closed' : 'open'
  const close = (): void => {
    setMaking(null)
    void invalidate(adminSetup, adminListNodes)
  }
  return (
    <div className={styles['page']}>
      <div className={styles['setup']}>
        <div className={`on-ink ${styles['picture']}`}>
          <h1>{left > 0 ? t('setup.left', { n: left + (isLocal ? 1 : 0) }) : t(`setup.${end}`)}</h1>
          <p>{t(left > 0 ? 'setup.text' : `setup.${end}_text`)}</p>
          {left === 0 && (
            <div className={styles['ways']}>
              <button type="button" className={buttonClass(end === 'closed' ? 'outline' : 'primary')} onClick={onOverview}>
                {t('setup.to_overview')}
              </button>
            </div>
          )}
          <div className={styles['way']}>
            <SetupArch done={steps.map(({ done }) => done)} isOpen={!isLocal} />
          </div>
        </div>
        <div>
          {lacksPlan && (
            <div className={styles['before']}>
              <SiteBasics />
            </div>
          )}
          <SetupSteps steps={steps} sale={sale} connecting={connecting} onMake={setMaking} onConnect={setConnecting} />
          {(lacksGuides || lacksMail) && (
            <section className={styles['later']} aria-labelledby="later">
              <h2 id="later">{t('setup.later')}</h2>
              {lacksGuides && <GuideBasics />}
              {lacksMail && <MailBasics />}
            </section>
          )}
        </div>
      </div>
      {left > 0 && (
        <p className={styles['after']}>
          {t('setup.after')} <TextButton onClick={onOverview}>{t('setup.skip')}</TextButton>
        </p>
      )}
      {needs.length > (lacksMail ? 1 : 0) && <NeedsYou without={['address_local', ...(lacksMail ? (['mail_missing'] as const) : [])]} />}
      {making && (
        <Suspense fallback={null}>
          <StepDrawer step={making} onSecret={setConnecting} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
