import { Button, Checkbox } from '@mantine/core'
import { closeAccount, type ClosingObstacle, getClosing } from '@portico/contract/own-account'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { useSave } from '../ui/use-save.ts'

/** Page to settle each obstacle. */
const PLACES: Record<ClosingObstacle, string> = {
  linked: '/user/tickets',
  withdrawal: '/user/invites?tab=withdrawals',
  refund: '/user/orders',
  order: '/user/orders',
  last_owner: '/admin/staff',
}

/** One screen that says what is lost. Money that is left must be given up explicitly. */
export function CloseModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({ ...get(getClosing, {}), staleTime: 0 })
  const money = useMoney()
  // The amount that was shown. If there is more by now, the page asks again.
  const [agreed, setAgreed] = useState<number | null>(null)
  const close = useSave({
    send: () => call(closeAccount, { body: { give_up: agreed !== null, amount: agreed ?? 0 } }),
    done: t('close.done'),
    changes: [getClosing],
    after: onClose,
  })
  const lost = data === undefined ? 0 : data.balance + Math.max(0, data.commission) + data.pending_commission
  const isHindered = data !== undefined && data.obstacles.length > 0
  const blocked = data === undefined || isHindered || (lost > 0 && agreed !== lost)
  return (
    <FormModal
      title={t('close.ask')}
      {...(data === undefined || isHindered ? {} : { text: t(losesAny(data) ? 'close.text' : 'close.text_nothing') })}
      submit={t('close.submit')}
      danger
      blocked={blocked}
      saving={close.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        // An obstacle may have come up meanwhile.
        if (!blocked) close.mutate(undefined, { onError: () => void refetch() })
      }}
    >
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!error && data === undefined && <PageLoading />}
      {data?.obstacles.map((obstacle) => (
        <Banner
          key={obstacle}
          tone="warn"
          title={t(`close.obstacle_${obstacle}`)}
          action={
            <Button component={PathLink} to={PLACES[obstacle]} variant="default">
              {t(`close.obstacle_${obstacle}_open`)}
            </Button>
          }
        >
          {t(`close.obstacle_${obstacle}_text`)}
        </Banner>
      ))}
      {data && !isHindered && losesAny(data) && <Lost closing={data} />}
      {data && lost > 0 && !isHindered && (
        <Checkbox
          label={t('close.give_up', { amount: money(lost, data.currency) })}
          checked={agreed === lost}
          onChange={(event) => setAgreed(event.currentTarget.checked ? lost : null)}
        />
      )}
    </FormModal>
  )
}

type Closing = z.infer<typeof getClosing.response>

function losesAny({ plan_name: plan, balance, commission, pending_commission: pending }: Closing): boolean {
  return plan !== null || balance > 0 || commission !== 0 || pending > 0
}

function Lost({ closing }: { closing: Closing }) {
  const t = useT()
  const { plan_name: plan, days_left: days, permanent, balance, commission, pending_commission: pending, currency } = closing
  return (
    <Facts>
      {plan !== null && <Fact name={plan}>{permanent ? t('dashboard.permanent') : t('close.days', { n: days ?? 0 })}</Fact>}
      {balance > 0 && (
        <Fact name={t('dashboard.balance')}>
          <Money amount={balance} currency={currency} />
        </Fact>
      )}
      {commission !== 0 && (
        <Fact name={t('close.commission')}>
          <Money amount={commission} currency={currency} />
        </Fact>
      )}
      {pending > 0 && (
        <Fact name={t('close.pending')}>
          <Money amount={pending} currency={currency} />
        </Fact>
      )}
    </Facts>
  )
}
