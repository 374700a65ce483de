import type { Import, ImportSum } from '@portico/contract/imports-admin'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { Money } from '../ui/format/money.tsx'
import styles from './moving.module.css'

const MONEY = new Set<ImportSum>(['balance', 'debt', 'commission', 'orders_amount'])
const BYTES = new Set<ImportSum>(['bytes_used', 'bytes_left', 'traffic_bytes'])

/** Parts of the sum above them. */
const PARTS = new Set<ImportSum>(['active', 'expired', 'banned', 'without_plan', 'held_terms', 'orders_paid', 'orders_amount'])

/** What was counted at the old panel and, once it was moved or rehearsed, here: to the cent and the byte. */
export function Sums({ of: { sums, options } }: { of: Import }) {
  const t = useT()
  const currency = useSite()?.currency ?? 'CNY'
  const isMoved = sums.some(({ here }) => here !== null)
  const shown = sums.filter(({ old, here }) => old !== '0' || (here ?? '0') !== '0')
  const value = (name: ImportSum, digits: string) => <Value name={name} digits={digits} currency={options.currency ?? currency} />
  return (
    <table className={styles['sums']}>
      <thead>
        <tr>
          <th scope="col">{t('moving.counted')}</th>
          <th scope="col">{t('moving.old_panel')}</th>
          {isMoved && <th scope="col">{t('moving.here')}</th>}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ name, old, here }) => (
          <tr key={name} data-part={PARTS.has(name) || undefined} data-differs={(here !== null && here !== old) || undefined}>
            <th scope="row">{t(`moving.sum_${name}`)}</th>
            <td>{value(name, old)}</td>
            {isMoved && <td>{here === null ? '–' : value(name, here)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ name, digits, currency }: { name: ImportSum; digits: string; currency: string }) {
  if (MONEY.has(name)) return <Money amount={Number(digits)} currency={currency} />
  if (BYTES.has(name)) return <Bytes value={Number(digits)} />
  return formatNumber(Number(digits))
}
