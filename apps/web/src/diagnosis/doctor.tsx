import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { HelpLink } from '../articles/help-link.tsx'
import { useT } from '../i18n.ts'
import { CheckList } from './check-list.tsx'
import styles from './doctor.module.css'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'

// Most visits to the member's home do not ask.
const DoctorPanel = lazyPart(async () => ({ default: (await import('./doctor-panel.tsx')).DoctorPanel }))

/** Finds out why the member cannot connect: one line until it is asked. `isMain`: the page has no other main button. */
export function Doctor({ isMain = false }: { isMain?: boolean }) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={styles['doctor']} aria-label={t('doctor.title')}>
      {isOpen ? (
        <Suspense fallback={<CheckList found={null} />}>
          <DoctorPanel isMain={isMain} />
        </Suspense>
      ) : (
        <div className={styles['ask']}>
          <div>
            <h2>{t('doctor.title')}</h2>
            <p className="quiet">{t('doctor.text')}</p>
          </div>
          <div className={styles['ways']}>
            <HelpLink />
            <Button variant="default" onClick={() => setIsOpen(true)}>
              {t('doctor.start')}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
