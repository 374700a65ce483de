import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { useMakeStarters } from './use-make-starters.ts'
import styles from './starter-offer.module.css'

/** Offers a site without articles the ones that Portico brings, published or as drafts. `children`: another way to begin. */
export function StarterOffer({ children }: { children: ReactNode }) {
  const t = useT()
  const make = useMakeStarters()
  const button = (publish: boolean) => (
    <Button
      variant={publish ? 'filled' : 'default'}
      loading={make.isPending && make.variables === publish}
      disabled={make.isPending && make.variables !== publish}
      onClick={() => make.mutate(publish)}
    >
      {t(publish ? 'starters.publish' : 'starters.drafts')}
    </Button>
  )
  return (
    <div className={styles['offer']}>
      <p role="status">{t(make.isPending ? 'starters.working' : 'starters.text')}</p>
      <div className={styles['buttons']}>
        {button(true)}
        {button(false)}
        {children}
      </div>
    </div>
  )
}
