import * as z from 'zod/mini'
import { Csv } from './csv.ts'
import { endpoint, MEGABYTE } from './endpoint.ts'
import { NumberText, Time } from './paging.ts'
import { Reason } from './member-actions-admin.ts'
import type { Rule } from './rule-texts.ts'

/** Panels whose business can be moved here. */
export const IMPORT_SOURCES = ['v2board', 'xboard', '3x-ui', 'marzban', 'pasarguard', 'sspanel', 'remnawave', 'csv'] as const
export const ImportSource = z.enum(IMPORT_SOURCES)
export type ImportSource = z.infer<typeof ImportSource>

/**
 * What a source must be told besides its database. `time_zone`: of its dates without one. `address`: where the old panel answers, for the
 * comparison. `link_paths`: where it served links, with `{token}`, separated by spaces; absent: as it does by itself. `config`: name of its
 * configuration file, beside the database. `currency`: of its money. `site_salt`: what it added to every password.
 */
export const IMPORT_OPTIONS = ['time_zone', 'address', 'link_paths', 'config', 'currency', 'site_salt'] as const
export const ImportOption = z.enum(IMPORT_OPTIONS)
export type ImportOption = z.infer<typeof ImportOption>

/** `look` reads only. `rehearse` moves into a database of its own, compares, and drops it. `catch_up`: what changed since the move. */
export const IMPORT_ACTIONS = ['look', 'rehearse', 'move', 'catch_up'] as const
export const ImportAction = z.enum(IMPORT_ACTIONS)
export type ImportAction = z.infer<typeof ImportAction>

const FileName = z.string().check(z.trim(), z.regex(/^[\w][\w.@ -]{0,119}$/, 'import.file_name' satisfies Rule))

export const ImportInput = z.object({
  action: ImportAction,
  /** Name of a file in the import folder; null: `database` is read. */
  file: z.nullable(FileName),
  /** Address of a running database: `mysql://…` or `postgres://…`; null: `file` is read. It is not stored. */
  database: z.nullable(
    z.string().check(z.trim(), z.maxLength(500), z.regex(/^(?:mysql|mariadb|postgres|postgresql):\/\//, 'import.database')),
  ),
  /** null: the panel whose tables these are. */
  source: z.nullable(ImportSource),
  options: z.partialRecord(ImportOption, z.string().check(z.trim(), z.maxLength(500))),
  /** What to do about findings that offer a choice, by their codes; absent: the first of their choices. */
  choices: z.record(z.string(), z.string()),
})
export type ImportInput = z.infer<typeof ImportInput>

/** A fact about one row of the old database. `what`: what is odd there, such as the address. */
export const FindingRow = z.object({ row: z.string(), what: z.string() })

/**
 * What is odd in the old database, and what becomes of it. `stop`: nothing is moved while it is there. `ask`: there are choices. `note`: it
 * is only to be known.
 */
export const ImportFinding = z.object({
  code: z.string(),
  level: z.enum(['stop', 'ask', 'note']),
  /** What it is and what happens, in the caller's language. */
  title: z.string(),
  outcome: z.string(),
  count: z.int(),
  /** The first ones. */
  rows: z.array(FindingRow),
  choices: z.array(z.object({ value: z.string(), text: z.string() })),
  /** The choice that counts; null: there is none to make. */
  choice: z.nullable(z.string()),
})
export type ImportFinding = z.infer<typeof ImportFinding>
/** How many rows of a finding are listed. */
export const FINDING_ROWS = 50

/** What is counted on both sides. Money is in minor units, traffic in bytes. */
export const IMPORT_SUMS = [
  'members',
  'active',
  'expired',
  'banned',
  'without_plan',
  'held_terms',
  'links',
  'secrets',
  'authenticators',
  'telegram',
  'bytes_used',
  'bytes_left',
  'balance',
  'debt',
  'commission',
  'groups',
  'plans',
  'nodes',
  'payment_methods',
  'orders',
  'orders_paid',
  'orders_amount',
  'coupons',
  'codes',
  'invites',
  'tickets',
  'ticket_messages',
  'articles',
  'notices',
  'traffic_bytes',
] as const
export const ImportSum = z.enum(IMPORT_SUMS)
export type ImportSum = z.infer<typeof ImportSum>

/** A sum as digits, because it may be above 2^53. `here`: after the move or rehearsal; null: not moved. */
export const ImportSums = z.array(z.object({ name: ImportSum, old: z.string(), here: z.nullable(z.string()) }))
export type ImportSums = z.infer<typeof ImportSums>

/** A difference between what the old panel answers and what the new site answers. */
export const ImportDifference = z.object({
  /** The member's address or name at the old panel, or the node list's name. */
  who: z.string(),
  /** Name of the node; '' if it concerns the whole answer. */
  node: z.string(),
  /** Field that differs, such as `port`, `password` or `missing`. */
  field: z.string(),
  old: z.string(),
  here: z.string(),
})
export type ImportDifference = z.infer<typeof ImportDifference>
export const ImportComparison = z.object({
  links: z.int(),
  equal: z.int(),
  /** Links of expired, suspended or exhausted members: old panels serve them, Portico says why it does not. */
  expected: z.int(),
  /** Links that did not answer at the old address. */
  unanswered: z.int(),
  /** How many differences there are; `differences` has the first ones. */
  count: z.int(),
  differences: z.array(ImportDifference),
})
export type ImportComparison = z.infer<typeof ImportComparison>

export const IMPORT_STEPS = ['opening', 'reading', 'checking', 'switching', 'comparing', 'cleaning'] as const

export const Import = z.object({
  id: z.int(),
  action: ImportAction,
  /** null: not recognised yet. */
  source: z.nullable(ImportSource),
  /** Version of the panel, as far as its tables tell. */
  version: z.nullable(z.string()),
  /** Name of the file, or of the database without its password. */
  from: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** null: it does not run. */
  step: z.nullable(z.enum(IMPORT_STEPS)),
  /** Percent of the step, from 0 to 100. */
  progress: z.int(),
  /** Records read so far. */
  records: z.int(),
  /** Why it failed, in the caller's language. */
  fault: z.nullable(z.string()),
  findings: z.array(ImportFinding),
  sums: ImportSums,
  comparison: z.nullable(ImportComparison),
  options: ImportInput.shape.options,
  choices: ImportInput.shape.choices,
  started_at: Time,
  ended_at: z.nullable(Time),
})
export type Import = z.infer<typeof Import>

/** A file in the import folder (`DATA_DIR/imports`), uploaded or copied there. */
export const ImportFile = z.object({ name: z.string(), bytes: z.int(), changed_at: Time })
export type ImportFile = z.infer<typeof ImportFile>

/** A panel that can be moved, and what it must be told. `reads`: what its database may be. */
export const ImportPanel = z.object({
  source: ImportSource,
  title: z.string(),
  reads: z.array(z.enum(['dump', 'mysql', 'postgres', 'sqlite', 'csv'])),
  options: z.array(ImportOption),
})
export type ImportPanel = z.infer<typeof ImportPanel>

export const ImportOverview = z.object({
  items: z.array(Import),
  total: z.int(),
  files: z.array(ImportFile),
  panels: z.array(ImportPanel),
  /** Whether a move would be allowed; false: the site has members, orders or nodes already. */
  empty: z.boolean(),
  /** Until when exports for going back are offered; null: nothing was moved, or the time is over. */
  back_until: z.nullable(Time),
})
export type ImportOverview = z.infer<typeof ImportOverview>

export const adminListImports = endpoint({
  method: 'GET',
  path: '/admin/imports',
  access: ['settings.security'],
  summary: 'Looks, rehearsals and moves of another panel, newest first, and the files that can be read',
  response: ImportOverview,
})
/** Begins in the background; one runs at a time. A move writes only into an empty site. */
export const adminStartImport = endpoint({
  method: 'POST',
  path: '/admin/imports',
  access: ['settings.security'],
  fresh: true,
  summary: 'Look at another panel’s database, rehearse its move, move it, or catch up',
  body: ImportInput,
  response: Import,
})
export const adminGetImport = endpoint({
  method: 'GET',
  path: '/admin/imports/:id',
  access: ['settings.security'],
  summary: 'How far it is, what was found, and the sums',
  response: Import,
})
/** A move that is cancelled, or killed, leaves the site as empty as it was. */
export const adminCancelImport = endpoint({
  method: 'POST',
  path: '/admin/imports/:id/cancellation',
  access: ['settings.security'],
  summary: 'Stop what runs; the site stays as it was',
  body: z.object({ reason: Reason }),
})

export const MAX_PIECE_BYTES = 8 * MEGABYTE
/** One piece of a file, which is appended at `offset`; a piece at 0 begins it anew. */
export const adminUploadImportFile = endpoint({
  method: 'POST',
  path: '/admin/import-files',
  access: ['settings.security'],
  summary: 'Add a piece to a file of the import folder',
  upload: true,
  maxBytes: MAX_PIECE_BYTES,
  query: z.object({ name: FileName, offset: NumberText }),
  response: ImportFile,
})
export const adminDeleteImportFile = endpoint({
  method: 'DELETE',
  path: '/admin/import-files/:name',
  access: ['settings.security'],
  summary: 'Delete a file of the import folder',
  params: z.object({ name: FileName }),
})

export const GO_BACK_PARTS = ['members', 'traffic', 'payments', 'passwords'] as const
export type GoBackPart = (typeof GO_BACK_PARTS)[number]
/** For 24 hours after the move: what has changed since, to go on at the old panel. `sql`: in that panel's own statements. */
export const adminExportGoBack = endpoint({
  method: 'GET',
  path: '/admin/imports/:id/back',
  access: ['settings.security', 'export'],
  fresh: true,
  summary: 'What changed since the move: members, traffic, payments or passwords, as CSV or in the old panel’s SQL',
  query: z.object({ part: z.enum(GO_BACK_PARTS), form: z.enum(['csv', 'sql']) }),
  response: Csv,
})
