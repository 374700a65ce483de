import { formatDay as formatBreakingDay } from '@portico/contract/format-time'
import { unbroken } from './unbroken.ts'

export { formatDateTime, timeAgo } from '@portico/contract/format-time'

/** The server's day format on one line. */
export function formatDay(...day: Parameters<typeof formatBreakingDay>): string {
  return unbroken(formatBreakingDay(...day))
}
