import { Button, Group } from '@mantine/core'
import { getFactors, removeAuthenticator, renewRecoveryCodes } from '@portico/contract/factors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { refreshWho, useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'

const AuthenticatorModal = lazyDialog(async () => (await import('./authenticator-modal.tsx')).AuthenticatorModal)
const RecoveryCodesModal = lazyDialog(async () => (await import('./recovery-codes.tsx')).RecoveryCodesModal)

/** The second factor: an authenticator app with its recovery codes. */
export function FactorsCard() {
  const t = useT()
  const { data } = useQuery(get(getFactors, {}))
  const [setsUp, setSetsUp] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const since = data?.authenticator_since ?? null
  const badge = <StatusBadge tone={since ? 'good' : 'quiet'} label={t(since ? 'factor.is_on' : 'factor.is_off')} />
  return (
    <Card title={t('factor.title')} aside={data && badge}>
      <p className="intro">{t('factor.text')}</p>
      {data && since && (
        <Facts>
          <Fact name={t('factor.since')}>
            <DateTime value={since} part="date" />
          </Fact>
          <Fact name={t('factor.codes_left')}>{data.recovery_codes_left}</Fact>
        </Facts>
      )}
      {data && !since && (
        <Button variant="default" onClick={() => setSetsUp(true)}>
          {t('factor.set_up')}
        </Button>
      )}
      {since && <Changes onCodes={setCodes} />}
      {setsUp && <AuthenticatorModal onClose={() => setSetsUp(false)} />}
      {codes && <RecoveryCodesModal codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  )
}

function Changes({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useT()
  const { is_admin: staff } = useWho()
  const renew = useSave({
    ask: { title: t('factor.renew_title'), text: t('factor.renew_text'), confirm: t('factor.renew') },
    send: () => call(renewRecoveryCodes, {}),
    changes: [getFactors],
    after: ({ recovery_codes: codes }) => onCodes(codes),
  })
  const remove = useSave({
    ask: { title: t('factor.remove_title'), text: t('factor.remove_text'), confirm: t('factor.remove'), danger: true },
    send: () => call(removeAuthenticator, {}),
    done: t('factor.removed'),
    changes: [getFactors],
    after: () => (staff ? refreshWho() : undefined),
  })
  return (
    <Group mt="md">
      <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
        {t('factor.renew')}
      </Button>
      <Button variant="outline" color="var(--bad-text)" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('factor.remove')}
      </Button>
    </Group>
  )
}
