import { Button } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { CloseModal } from './close-modal.tsx'

/** The way out, with what it costs shown before it is taken. */
export function CloseCard() {
  const t = useT()
  const [asked, setAsked] = useState(false)
  return (
    <Card title={t('close.title')}>
      <p className="intro">{t('close.intro')}</p>
      <Button variant="outline" color="var(--bad-text)" onClick={() => setAsked(true)}>
        {t('close.open')}
      </Button>
      {asked && <CloseModal onClose={() => setAsked(false)} />}
    </Card>
  )
}
