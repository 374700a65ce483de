import { useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { themedPart } from '../app/library/themed-part.tsx'
import { HelpLink } from '../articles/help-link.tsx'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { CheckList } from './check-list.tsx'
import styles from './doctor.module.css'

// Most visits to the member's home do not ask.
const DoctorPanel = themedPart(async () => (await import('./doctor-panel.tsx')).DoctorPanel)

/** Finds out why the member cannot connect: one line until it is asked. `isMain`: the page has no other main button. */
export function Doctor({ isMain = false }: { isMain?: boolean }) {
  const t = useT()
  // A link may ask for it.
  const [isOpen, setIsOpen] = useState(useLocation({ select: ({ hash }) => hash === 'doctor' }))
  return (
    <section id="doctor" className={styles['doctor']} aria-label={t('doctor.title')}>
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
            <button type="button" className={buttonClass('outline')} onClick={() => setIsOpen(true)}>
              {t('doctor.start')}
            </button>
          </div>
        </div>
      )}
    </section>
  )
}
