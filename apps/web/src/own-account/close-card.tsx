import { Button } from '@mantine/core'
import { getClosing, keepAccount } from '@portico/contract/own-account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { useDeadline } from '../ui/format/use-date.ts'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { useSave } from '../ui/use-save.ts'

const CloseModal = lazyDialog(async () => (await import('./close-modal.tsx')).CloseModal)

/** The way out, with what it costs shown before it is taken. While the account waits to be closed: the way back. */
export function CloseCard() {
  const t = useT()
  const deadline = useDeadline()
  const [asked, setAsked] = useState(false)
  const { data } = useQuery(get(getClosing, {}))
  const keep = useSave({ send: () => call(keepAccount, {}), done: t('close.kept'), changes: [getClosing] })
  if (data?.closes_at)
    return (
      <Card title={t('close.title')}>
        <Banner
          tone="warn"
          title={t('close.pending_title', { time: deadline(data.closes_at) })}
          action={
            <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
              {t('close.keep')}
            </Button>
          }
        >
          {t('close.pending_text')}
        </Banner>
      </Card>
    )
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
