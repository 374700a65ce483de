import { fetchDevices, resetDevices } from '@portico/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { useSave } from '../ui/use-save.ts'
import { DeviceCount, DeviceLines } from './device-lines.tsx'

const EVERY_MS = 30_000

/** The devices that use the subscription now, and their limit. `isBrief`: without explanations and without clearing the list. */
export function DevicesCard({ isBrief = false }: { isBrief?: boolean }) {
  const t = useT()
  const query = useQuery({ ...get(fetchDevices, {}, { background: true }), refetchInterval: EVERY_MS })
  const { data, error } = query
  return (
    <Card title={t('member_device.title')} aside={data && <DeviceCount count={data.count} limit={data.limit} />}>
      {!isBrief && <p className="intro">{t('member_device.text')}</p>}
      {error && !data && <ErrorState error={error} onRetry={query.refetch} />}
      {query.isPending && <PageLoading />}
      {data?.items.length === 0 && <p className="intro">{t('member_device.none')}</p>}
      {data && <DeviceLines list={data} />}
      {data && data.items.length > 0 && !isBrief && <Forget />}
    </Card>
  )
}

function Forget() {
  const t = useT()
  const reset = useSave({
    ask: { title: t('member_device.forget_title'), text: t('member_device.forget_text'), confirm: t('member_device.forget') },
    send: () => call(resetDevices, {}),
    done: t('member_device.forgotten'),
    changes: [fetchDevices],
  })
  return (
    <button type="button" className={buttonClass('outline')} disabled={reset.isPending} onClick={() => reset.mutate()}>
      {t('member_device.forget')}
    </button>
  )
}
