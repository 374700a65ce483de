import { formatNumber } from '../ui/format/format-number.ts'
import type { useT } from '../i18n.ts'

/** A speed limit in Mbps; null: none. */
export function speedText(limit: number | null, t: ReturnType<typeof useT>): string {
  return limit === null ? t('dashboard.unlimited') : `${formatNumber(limit)} Mbps`
}
