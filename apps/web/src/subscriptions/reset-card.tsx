import { Button } from '@mantine/core'
import { getDashboard, getImportLinks, getSubscribe, resetSecurity } from '@portico/contract/subscriptions'
import { IconRefreshAlert } from '@tabler/icons-react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { useSave } from '../ui/use-save.ts'

/** Issues a new link and credential, for members whose old ones have leaked. */
export function ResetCard() {
  const t = useT()
  const reset = useSave({
    ask: { title: t('subscribe.reset_title'), text: t('subscribe.reset_text'), confirm: t('subscribe.reset'), danger: true },
    send: () => call(resetSecurity, {}),
    done: t('subscribe.reset_done'),
    changes: [getSubscribe, getImportLinks, getDashboard],
  })
  return (
    <Card title={t('subscribe.reset')}>
      <p className="intro">{t('subscribe.reset_when')}</p>
      <Button
        variant="outline"
        color="var(--bad-text)"
        leftSection={<IconRefreshAlert size={17} />}
        loading={reset.isPending}
        onClick={() => reset.mutate()}
      >
        {t('subscribe.reset')}
      </Button>
    </Card>
  )
}
