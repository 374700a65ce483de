import { Button } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { DoctorPanel } from './doctor-panel.tsx'
import styles from './doctor.module.css'

/** Finds out why the member cannot connect: one line until it is asked. */
export function Doctor() {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={styles['doctor']} aria-label={t('doctor.title')}>
      {isOpen ? (
        <DoctorPanel />
      ) : (
        <div className={styles['ask']}>
          <div>
            <h2>{t('doctor.title')}</h2>
            <p className="quiet">{t('doctor.text')}</p>
          </div>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {t('doctor.start')}
          </Button>
        </div>
      )}
    </section>
  )
}
