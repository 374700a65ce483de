import { Bytes } from '../ui/format/bytes.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'

interface QuotaProps {
  /** `extra_bytes`: the part of the whole that stays until used. */
  user: { transfer_enable: number; extra_bytes: number }
}

/** What a member may use in a cycle: what the plan gives, then what was added to it, in one unit where they share it. */
export function Quota({ user: { transfer_enable: all, extra_bytes: extra } }: QuotaProps) {
  if (extra === 0) return <Bytes value={all} />
  const [plan, unit] = formatBytes(all - extra).split(' ')
  const more = formatBytes(extra)
  return (
    <>
      {more.endsWith(` ${unit}`) ? plan : `${plan} ${unit}`} + {more}
    </>
  )
}
