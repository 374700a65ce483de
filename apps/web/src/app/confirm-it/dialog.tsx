import { Modal, Stack } from '@mantine/core'
import { readWays } from '@portico/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { AppCodeForm } from './app-code-form.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { PasswordWay } from './password-way.tsx'
import { SentCodeForm } from './sent-code-form.tsx'
import { type OwnWays, usable, type Way } from './ways.ts'

/** Z-index above drawers, and above dialogs whose call asks. */
const ABOVE = 450

/** Asks who is there, in a way the account has. `onDone(false)`: the user stopped. */
export function ConfirmItDialog({ onDone }: { onDone: (confirmed: boolean) => void }) {
  const t = useT()
  const query = useQuery(get(readWays, {}))
  return (
    <Modal
      opened
      onClose={() => onDone(false)}
      title={<strong>{t('confirm_it.title')}</strong>}
      zIndex={ABOVE}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack>
        <p className="quiet">{t('confirm_it.text')}</p>
        {query.error && !query.data && <ErrorState error={query.error} onRetry={query.refetch} />}
        {query.data && <Ways own={query.data} onDone={onDone} />}
      </Stack>
    </Modal>
  )
}

function Ways({ own, onDone }: { own: OwnWays; onDone: (confirmed: boolean) => void }) {
  const t = useT()
  const ways = usable(own, typeof PublicKeyCredential !== 'undefined')
  const [chosen, setChosen] = useState<Way | undefined>(ways[0])
  if (chosen === undefined) return <p>{t('confirm_it.none')}</p>
  const others = ways.filter((way) => way !== chosen)
  return (
    <>
      <Form key={chosen} way={chosen} own={own} onDone={onDone} />
      {others.length > 0 && (
        <Stack gap="xs">
          {others.map((way) => (
            <button key={way} type="button" className="text-button small" onClick={() => setChosen(way)}>
              {t(`confirm_it.use_${way}`)}
            </button>
          ))}
        </Stack>
      )}
    </>
  )
}

function Form({ way, own, onDone }: { way: Way; own: OwnWays; onDone: (confirmed: boolean) => void }) {
  const stop = (): void => onDone(false)
  const confirmed = (): void => onDone(true)
  if (way === 'password') return <PasswordWay address={own.email ?? own.phone ?? ''} onStop={stop} onConfirmed={confirmed} />
  if (way === 'authenticator') return <AppCodeForm onStop={stop} onConfirmed={confirmed} />
  if (way === 'passkey') return <PasskeyForm onStop={stop} onConfirmed={confirmed} />
  return <SentCodeForm channel={way} address={own[way] ?? ''} onStop={stop} onConfirmed={confirmed} />
}
