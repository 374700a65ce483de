import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'

/** The words within a gauge, in bytes. */
export function TrafficLeft({ left, total }: { left: number; total: number }) {
  const t = useT()
  const [figure, unit] = formatBytes(left === 0 ? total : left).split(' ')
  return (
    <>
      <span>{t('dashboard.traffic_left')}</span>
      <strong>
        {left === 0 ? 0 : figure}
        <small>{unit}</small>
      </strong>
      <span>{t('dashboard.of_total', { total: formatBytes(total) })}</span>
    </>
  )
}
