import { Button, TextInput } from '@mantine/core'
import type { LinkedDevice } from '@portico/contract/linked-devices'
import { adminListLinkedDevices, adminRemoveLinkedDevice } from '@portico/contract/linked-devices-admin'
import { adminMemberTimeline } from '@portico/contract/member-timeline-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { DeviceList, DevicePlaces } from './device-list.tsx'
import { deviceName } from './device-name.ts'

/** For operators: which devices hold a member's places, and by which rule each is counted. */
export function UserDevices({ id }: { id: number }) {
  const t = useT()
  const may = useMay()
  const [removed, setRemoved] = useState<LinkedDevice | null>(null)
  const { data, error, refetch } = useQuery(get(adminListLinkedDevices, { params: { id } }))
  return (
    <FormSection title={t('user_devices.title')} text={t('user_devices.text')}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <PageLoading />}
      {data && (
        <div>
          <DevicePlaces list={data} />
        </div>
      )}
      {data && (
        <DeviceList
          list={data}
          renderActions={(device) =>
            may('members.link') && (
              <Button size="compact-sm" variant="subtle" color="var(--bad-text)" onClick={() => setRemoved(device)}>
                {t('linked_device.remove')}
              </Button>
            )
          }
        />
      )}
      {removed && <Remove device={removed} onClose={() => setRemoved(null)} />}
    </FormSection>
  )
}

function Remove({ device, onClose }: { device: LinkedDevice; onClose: () => void }) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { reason: '' },
    check: adminRemoveLinkedDevice.body,
    send: (body: { reason: string }) => call(adminRemoveLinkedDevice, { params: { id: device.id }, body }),
    done: t('linked_device.removed'),
    changes: [adminListLinkedDevices, adminMemberTimeline],
    after: onClose,
  })
  const title = t('linked_device.remove_title', { name: deviceName(device, t) })
  return (
    <FormModal
      title={title}
      text={t(`linked_device.remove_${device.rule}`)}
      submit={t('linked_device.remove')}
      danger
      {...bound}
      onClose={onClose}
    >
      <TextInput maxLength={200} data-autofocus {...fieldOf(form, 'reason', t('user_manage.reason'), t('member_page.reason_text'))} />
    </FormModal>
  )
}
