import { Button } from '@mantine/core'
import { type Identity, listIdentities, removeAddress } from '@portico/contract/own-account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { refreshWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './own-account.module.css'

const AddressModal = lazyDialog(async () => (await import('./address-modal.tsx')).AddressModal)
const VerifyModal = lazyDialog(async () => (await import('./verify-modal.tsx')).VerifyModal)

type Asked = { kind: 'email' | 'phone'; verify: boolean }

/** The addresses and numbers a member signs in with, to be verified, changed or added. */
export function WaysIn() {
  const t = useT()
  const query = useQuery(get(listIdentities, {}))
  const [asked, setAsked] = useState<Asked | null>(null)
  const own = (kind: string): Identity | undefined => query.data?.items.find((one) => one.kind === kind)
  const close = (): void => setAsked(null)
  return (
    <Card title={t('ways.title')}>
      <p className="intro">{t('ways.text')}</p>
      {query.error && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.data && (
        <ul className={styles['ways']}>
          {(['email', 'phone'] as const).map((kind) => (
            <Way
              key={kind}
              kind={kind}
              identity={own(kind)}
              mayRemove={query.data.items.length > 1}
              onAsk={(verify) => setAsked({ kind, verify })}
            />
          ))}
        </ul>
      )}
      {asked?.verify === false && <AddressModal kind={asked.kind} present={own(asked.kind)?.label ?? null} onClose={close} />}
      {asked?.verify === true && <VerifyModal kind={asked.kind} label={own(asked.kind)?.label ?? ''} onClose={close} />}
    </Card>
  )
}

interface WayProps {
  kind: 'email' | 'phone'
  identity: Identity | undefined
  mayRemove: boolean
  onAsk: (verify: boolean) => void
}

function Way({ kind, identity, mayRemove, onAsk }: WayProps) {
  const t = useT()
  return (
    <li>
      <span className={styles['way']}>
        <span>{t(`ways.${kind}`)}</span>
        <strong>{identity?.label ?? t('ways.none')}</strong>
      </span>
      {identity && (
        <StatusBadge tone={identity.verified ? 'good' : 'warn'} label={t(identity.verified ? 'ways.verified' : 'ways.unverified')} />
      )}
      <span className={styles['acts']}>
        {identity && !identity.verified && (
          <Button size="compact-sm" variant="default" onClick={() => onAsk(true)}>
            {t('ways.verify')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t(`ways.${identity ? 'change' : 'add'}_${kind}`)}
          onClick={() => onAsk(false)}
        >
          {t(identity ? 'ways.change' : 'ways.add')}
        </Button>
        {identity && mayRemove && <RemoveButton kind={kind} identity={identity} />}
      </span>
    </li>
  )
}

function RemoveButton({ kind, identity: { id, label } }: Pick<WayProps, 'kind'> & { identity: Identity }) {
  const t = useT()
  const remove = useSave({
    ask: { title: t('ways.remove_title', { address: label }), text: t('ways.remove_text'), confirm: t('ways.remove'), danger: true },
    send: () => call(removeAddress, { params: { id } }),
    done: t(`ways.removed_${kind}`),
    changes: [listIdentities],
    after: refreshWho,
  })
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="var(--bad-text)"
      aria-label={t(`ways.remove_${kind}`)}
      loading={remove.isPending}
      onClick={() => remove.mutate()}
    >
      {t('ways.remove')}
    </Button>
  )
}
