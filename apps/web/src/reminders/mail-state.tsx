import { Button } from '@mantine/core'
import { readReminders, type Reminders, testReminder } from '@portico/contract/reminders'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Card } from '../ui/card.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { useSave } from '../ui/use-save.ts'

const VerifyModal = lazyDialog(async () => (await import('../own-account/verify-modal.tsx')).VerifyModal)

/** Where mail goes, whether it arrives, and a test. */
export function MailState({ mail: { address, bounced_at: bouncedAt } }: { mail: Reminders['mail'] }) {
  const t = useT()
  const [verifies, setVerifies] = useState(false)
  const test = useSave({
    send: () => call(testReminder, { body: { channel: 'mail' } }),
    done: t('reminders.mail_tested', { address: address ?? '' }),
  })
  const verified = (): void => {
    setVerifies(false)
    void invalidate(readReminders)
  }
  return (
    <Card title={t('reminders.mail')}>
      {address === null && (
        <>
          <p className="intro">{t('reminders.mail_none')}</p>
          <Button component={PathLink} to="/user/profile/index" variant="default">
            {t('reminders.mail_add')}
          </Button>
        </>
      )}
      {address !== null && bouncedAt !== null && (
        <Banner
          tone="warn"
          title={t('reminders.mail_bounced', { address })}
          action={
            <Button variant="default" onClick={() => setVerifies(true)}>
              {t('reminders.mail_verify')}
            </Button>
          }
        >
          {t('reminders.mail_bounced_text')}
        </Banner>
      )}
      {address !== null && bouncedAt === null && (
        <>
          <p className="intro">{t('reminders.mail_text', { address })}</p>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t('reminders.test')}
          </Button>
        </>
      )}
      {verifies && address !== null && <VerifyModal kind="email" label={address} onClose={verified} />}
    </Card>
  )
}
