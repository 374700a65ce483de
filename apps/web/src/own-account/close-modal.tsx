import { Checkbox } from '@mantine/core'
import { closeAccount, getClosing } from '@portico/contract/own-account'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { forget } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { Banner } from '../ui/banner.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { Money } from '../ui/format/money.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { useSave } from '../ui/use-save.ts'

/** One screen that says what is lost. Money that is left must be given up explicitly. */
export function CloseModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const router = useRouter()
  const { data, error, refetch } = useQuery({ ...get(getClosing, {}), staleTime: 0 })
  const [givesUp, setGivesUp] = useState(false)
  const close = useSave({
    send: () => call(closeAccount, { body: { give_up: givesUp } }),
    changes: [getClosing],
    after: async () => {
      await router.navigate({ to: '/index', replace: true })
      forget()
      showToast({ kind: 'success', message: t('close.done') })
    },
  })
  const hasMoney = data !== undefined && (data.balance > 0 || data.commission > 0 || data.pending_commission > 0)
  const blocked = data === undefined || data.obstacles.length > 0 || (hasMoney && !givesUp)
  return (
    <FormModal
      title={t('close.ask')}
      text={t('close.text')}
      submit={t('close.submit')}
      danger
      blocked={blocked}
      saving={close.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked) close.mutate()
      }}
    >
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!error && data === undefined && <PageLoading />}
      {data?.obstacles.map((obstacle) => (
        <Banner key={obstacle} tone="warn" title={t(`close.obstacle_${obstacle}`)}>
          {t(`close.obstacle_${obstacle}_text`)}
        </Banner>
      ))}
      {data && <Lost closing={data} />}
      {hasMoney && data.obstacles.length === 0 && (
        <Checkbox label={t('close.give_up')} checked={givesUp} onChange={(event) => setGivesUp(event.currentTarget.checked)} />
      )}
    </FormModal>
  )
}

function Lost({ closing }: { closing: z.infer<typeof getClosing.response> }) {
  const t = useT()
  const { plan_name: plan, days_left: days, permanent, balance, commission, pending_commission: pending, currency } = closing
  return (
    <Facts>
      {plan !== null && <Fact name={plan}>{permanent ? t('dashboard.permanent') : t('close.days', { n: days ?? 0 })}</Fact>}
      <Fact name={t('dashboard.balance')}>
        <Money amount={balance} currency={currency} />
      </Fact>
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
