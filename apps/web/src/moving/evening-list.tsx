import { Button, Checkbox, Textarea } from '@mantine/core'
import {
  adminAskMovingAddresses,
  adminMovingChecklist,
  adminSetMovingAddresses,
  adminTellMovingStep,
  type MovingAddress,
  type MovingChecklist,
  type MovingStep,
} from '@portico/contract/moving-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { type MessageKey, useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { StepMark } from '../ui/stone/step-mark.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './moving.module.css'

/** What must be done around the move: seen by the site itself where it can be, else said by staff. */
export function EveningList() {
  const query = useQuery(get(adminMovingChecklist, {}, { background: true }))
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!query.data) return <PageLoading />
  return (
    <ul className={styles['checks']}>
      {query.data.items.map((step) => (
        <Check key={step.name} step={step} list={query.data} />
      ))}
    </ul>
  )
}

/** Where a step is done. */
const PLACES: Partial<Record<MovingStep['name'], { to: string; text: MessageKey }>> = {
  mail: { to: '/admin/setting?group=mail', text: 'moving.place_mail' },
  payments: { to: '/admin/payment', text: 'moving.place_payments' },
  bot: { to: '/admin/setting?group=bot', text: 'moving.place_bot' },
  nodes: { to: '/admin/setting?group=oldPanel', text: 'moving.place_nodes' },
}

function Check({ step, list }: { step: MovingStep; list: MovingChecklist }) {
  const t = useT()
  const { name, state, finding, n, of, at } = step
  const tell = useSave({
    send: (done: boolean) => call(adminTellMovingStep, { params: { name }, body: { done } }),
    changes: [adminMovingChecklist],
  })
  const place = PLACES[name]
  return (
    <li>
      <StepMark state={state === 'open' ? 'next' : 'done'} n="" />
      <div>
        <h3>{t(`moving.check_${name}`)}</h3>
        <p>{t(`moving.check_${name}_text`)}</p>
        {finding !== null && (
          <p>
            <strong>{t(`moving.found_${finding}`, { n: n ?? 0, of: of ?? 0 })}</strong> {at !== null && <TimeAgo value={at} />}{' '}
            {place && state === 'open' && <PathLink to={place.to}>{t(place.text)}</PathLink>}
          </p>
        )}
      </div>
      {state === 'seen' ? (
        <StatusBadge tone="good" label={t('moving.seen')} />
      ) : (
        <Checkbox
          label={t('moving.told')}
          aria-label={`${t(`moving.check_${name}`)}: ${t('moving.told')}`}
          checked={state === 'told'}
          disabled={tell.isPending}
          onChange={(event) => tell.mutate(event.currentTarget.checked)}
        />
      )}
      {name === 'domains' && <Addresses addresses={list.addresses} />}
    </li>
  )
}

const TONES: Record<NonNullable<MovingAddress['finding']>, Tone> = {
  here: 'good',
  no_name: 'bad',
  bad_certificate: 'bad',
  elsewhere: 'warn',
  private: 'quiet',
  silent: 'warn',
}

/** The addresses, where each leads, and a field for those that the old panel had. */
function Addresses({ addresses }: { addresses: MovingAddress[] }) {
  const t = useT()
  const stored = addresses.filter(({ of }) => of === 'added').map(({ origin }) => origin)
  const [text, setText] = useState<string | null>(null)
  const changes = [adminMovingChecklist]
  const [errors, setErrors] = useState('')
  const save = useSave({
    send: (origins: string[]) => call(adminSetMovingAddresses, { body: { origins } }),
    changes,
    form: { getValues: () => ({ origins: stored }), setErrors: (found) => setErrors(Object.values(found)[0] ?? '') },
    after: () => setText(null),
  })
  const ask = useSave({ send: () => call(adminAskMovingAddresses, {}), changes })
  return (
    <div className={styles['wide']}>
      <ul className={styles['addresses']}>
        {addresses.map(({ origin, of, finding }) => (
          <li key={origin}>
            <span>
              <code>{origin}</code> {of !== 'added' && t(`moving.address_of_${of}`)}
            </span>
            {finding === null ? (
              <StatusBadge tone="quiet" label={t('moving.leads_unasked')} />
            ) : (
              <StatusBadge tone={TONES[finding]} label={t(`moving.leads_${finding}`)} />
            )}
          </li>
        ))}
      </ul>
      <Textarea
        autosize
        minRows={2}
        label={t('moving.addresses')}
        description={t('moving.addresses_text')}
        placeholder={'sub.example.com\nhttps://sub.example.org:2096'}
        error={errors}
        value={text ?? stored.join('\n')}
        onChange={(event) => {
          setErrors('')
          setText(event.currentTarget.value)
        }}
      />
      <div className={styles['actions']}>
        <Button
          variant="default"
          loading={save.isPending || ask.isPending}
          onClick={() => (text === null ? ask.mutate() : save.mutate(text.split(/[\s,]+/).filter(Boolean)))}
        >
          {t('moving.ask_addresses')}
        </Button>
      </div>
    </div>
  )
}
