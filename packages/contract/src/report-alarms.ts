import * as z from 'zod/mini'

export const ReportAlarmKind = z.enum([
  /** A node reports nearly as much as its line carries. */
  'full_line',
  /** A member is faster than the plan allows. */
  'speed',
  /** A member uses ten times the usual amount in an hour. */
  'tenfold',
  /** A call with the node's secret came from an address that is not in its list. */
  'address',
  /** Reports were refused. Node programs do not show this to anybody. */
  'refused',
  /** Members in reports were not charged: the entries cannot be read, or the node does not serve these members. */
  'entries',
  /** Reports spooled on the server's disk can never be stored; they are kept aside there. */
  'aside',
  /** A node calls, but has reported nothing for hours in which members fetched it. */
  'unreported',
  /** A machine's program is older than one of its nodes needs; with such a node some programs stop all others. */
  'outdated',
])
export type ReportAlarmKind = z.infer<typeof ReportAlarmKind>
