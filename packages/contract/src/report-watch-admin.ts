import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Reason } from './member-actions-admin.ts'
import { pageOf, pageQuery, Time } from './paging.ts'
import { Address, AddressOf } from './personal.ts'
import { ReportAlarmKind } from './report-alarms.ts'

const NodeName = z.object({ id: z.int(), name: z.string() })

export const ReportAlarm = z.object({
  id: z.int(),
  kind: ReportAlarmKind,
  node: NodeName,
  /** The member the alarm is about; null: it is about the node. */
  member: z.nullable(z.object({ id: z.int(), label: AddressOf('id') })),
  /** Address the call came from; null for other kinds. */
  address: z.nullable(Address),
  /** The refused call and its answer, or what the program lacks; null for other kinds. */
  answer: z.nullable(z.string()),
  /**
   * Highest value seen. `full_line`, `speed`: bytes per second. `tenfold`: bytes in an hour. `unreported`: members who fetched
   * the node meanwhile. Other kinds: number of calls, entries or reports.
   */
  value: z.int(),
  /** Value that `value` is compared with; 0 for counted kinds. */
  usual: z.int(),
  began_at: Time,
  last_at: Time,
})
export type ReportAlarm = z.infer<typeof ReportAlarm>

/** Kinds of alarms whose `value` is a count. */
export const COUNTED_ALARMS = ['address', 'refused', 'entries', 'aside'] as const satisfies ReportAlarmKind[]

export const adminListReportAlarms = endpoint({
  method: 'GET',
  path: '/admin/report-alarms',
  access: ['nodes.read'],
  summary: 'What is strange in the reports of nodes and not settled yet, newest first',
  query: z.object(pageQuery),
  response: pageOf(ReportAlarm),
})
export const adminSettleReportAlarm = endpoint({
  method: 'POST',
  path: '/admin/report-alarms/:id/settlement',
  access: ['nodes.write'],
  summary: 'Settle an alarm; it comes back if its cause lasts six hours more. May be called twice',
  body: z.object({ reason: Reason }),
})

/** A report of more than the node's line carries. It is acknowledged to the node; nobody is charged until an operator settles it. */
export const HeldReport = z.object({
  id: z.int(),
  node: NodeName,
  /** The node's own number for the report; null: it sent none. */
  batch_key: z.nullable(z.string()),
  /** Network the report came from: an IPv4 address, or the /64 of an IPv6 address. */
  network: z.string(),
  members: z.int(),
  /** Raw bytes. */
  up: z.int(),
  down: z.int(),
  received_at: Time,
})
export type HeldReport = z.infer<typeof HeldReport>

export const adminListHeldReports = endpoint({
  method: 'GET',
  path: '/admin/held-reports',
  access: ['nodes.read'],
  summary: 'Reports of more than a node’s line carries, oldest first',
  query: z.object(pageQuery),
  response: pageOf(HeldReport),
})
export const HeldAction = z.enum(['charge', 'drop'])
export type HeldAction = z.infer<typeof HeldAction>
export const adminSettleHeldReport = endpoint({
  method: 'POST',
  path: '/admin/held-reports/:id/settlement',
  access: ['nodes.secret'],
  summary: 'Charge a held report as if it had come in time, or drop it; once, however often it is called',
  body: z.object({ action: HeldAction, reason: Reason }),
})

/** Days for which reports can be undone. */
export const UNDO_DAYS = 7

const Networks = z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(50))
const Scope = {
  node_id: z.int(),
  /** Start of the reports to undo, within the last seven days. */
  since: Time,
  /** Only reports from these networks; empty: all. */
  networks: Networks,
}

/** Preview of an undo: what it would take back. */
export const UndoPreview = z.object({
  reports: z.int(),
  members: z.int(),
  /** Billed bytes. */
  billed: z.int(),
  /** Members who are over their quota now and would no longer be. */
  returning: z.int(),
  /** All networks that sent the node's reports since then, chosen or not, most reports first. */
  networks: z.array(z.object({ network: z.string(), reports: z.int(), bytes: z.int() })),
})
export type UndoPreview = z.infer<typeof UndoPreview>

export const adminPreviewReportUndo = endpoint({
  method: 'POST',
  path: '/admin/report-undos/preview',
  access: ['nodes.secret'],
  summary: 'What undoing a node’s reports would take back; changes nothing',
  body: z.object(Scope),
  response: UndoPreview,
})

export const UndoState = z.enum(['running', 'done'])
export type UndoState = z.infer<typeof UndoState>

export const ReportUndo = z.object({
  id: z.int(),
  node: NodeName,
  since: Time,
  networks: Networks,
  reason: z.string(),
  state: UndoState,
  /** `total`: reports to undo; `done`: undone so far. */
  total: z.int(),
  done: z.int(),
  created_at: Time,
  finished_at: z.nullable(Time),
})
export type ReportUndo = z.infer<typeof ReportUndo>

export const adminListReportUndos = endpoint({
  method: 'GET',
  path: '/admin/report-undos',
  access: ['nodes.read'],
  summary: 'Undone reports, newest first',
  query: z.object(pageQuery),
  response: pageOf(ReportUndo),
})
export const adminStartReportUndo = endpoint({
  method: 'POST',
  path: '/admin/report-undos',
  access: ['nodes.secret'],
  summary: 'Undo what a node has reported since then; a job takes each report back once. The same key answers the same undo',
  body: z.object({ ...Scope, key: z.string().check(z.regex(/^[A-Za-z0-9-]{16,64}$/)), reason: Reason }),
  response: ReportUndo,
})
