import { adminMemberDevices } from '@portico/contract/member-actions-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/query.ts'
import { DeviceCount, DeviceLines } from '../../devices/device-lines.tsx'
import { useT } from '../../i18n.ts'
import { UserDevices } from '../../linked-devices/user-devices.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'

const EVERY_MS = 30_000

/** Devices that hold places, and addresses that use the subscription now. */
export function DevicesTab({ id }: { id: number }) {
  const t = useT()
  const query = useQuery({ ...get(adminMemberDevices, { params: { id } }, { background: true }), refetchInterval: EVERY_MS })
  const { data, error } = query
  if (error && !data) return <ErrorState error={error} onRetry={query.refetch} />
  if (!data) return <PageLoading />
  return (
    <div className="sections">
      <UserDevices id={id} />
      {data.items.length === 0 && <EmptyState title={t('member_page.no_devices')} text={t('member_page.no_devices_text')} />}
      {data.items.length > 0 && (
        <>
          <div>
            <DeviceCount count={data.count} limit={data.limit} />
          </div>
          <DeviceLines list={data} />
        </>
      )}
    </div>
  )
}
