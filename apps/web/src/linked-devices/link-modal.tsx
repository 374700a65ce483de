import { Modal, Stack } from '@mantine/core'
import { fetchDeviceLink } from '@portico/contract/linked-devices'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { CopyField } from '../ui/copy/copy-field.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import styles from './linked-devices.module.css'

/** A device's own link, to scan with that device or to copy. */
export function LinkModal({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(get(fetchDeviceLink, { params: { id } }))
  const title = t('linked_device.link_title', { name })
  return (
    <Modal opened onClose={onClose} title={<strong>{title}</strong>} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Stack>
        <p className="quiet">{t('linked_device.link_text')}</p>
        {error && !data && <ErrorState error={error} onRetry={refetch} />}
        {!error && !data && <PageLoading />}
        {data && (
          <>
            <div className={styles['code']}>
              <QrCode text={data.link} size={200} />
            </div>
            <CopyField label={title} text={data.link} />
          </>
        )}
      </Stack>
    </Modal>
  )
}
