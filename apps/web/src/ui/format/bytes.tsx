import { useT } from '../../i18n.ts'
import { formatBytes } from './format-bytes.ts'
import { formatNumber } from './format-number.ts'

/** An amount of data, with the exact number of bytes on hover. */
export function Bytes({ value, base = 1024 }: { value: number; base?: 1000 | 1024 }) {
  useT()
  return (
    <span title={`${formatNumber(value)} B`} style={{ whiteSpace: 'nowrap' }}>
      {formatBytes(value, base)}
    </span>
  )
}
