import type { Machine } from '@portico/contract/machines-admin'
import { useT } from '../i18n.ts'

/** The last load a machine or node reported: CPU and memory, in percent. */
export function Load({ load }: { load: Machine['load'] }) {
  const t = useT()
  if (!load) return '–'
  const { cpu, mem } = load
  const memory = share(mem)
  const parts = [typeof cpu === 'number' && t('machine.cpu', { n: Math.round(cpu) }), memory !== null && t('machine.mem', { n: memory })]
  return parts.filter(Boolean).join(' · ') || '–'
}

/** Used share of the total, in whole percent. Null if the machine sent something else. */
function share(usage: unknown): number | null {
  if (typeof usage !== 'object' || usage === null || !('total' in usage) || !('used' in usage)) return null
  const { total, used } = usage
  return typeof total === 'number' && typeof used === 'number' && total > 0 ? Math.round((100 * used) / total) : null
}
