import * as z from 'zod/mini'

/** The most bytes of a part: what is longer comes in several, numbered in their order. */
export const PART_BYTES = 2 ** 20

/** The first part of a backup. */
export const MANIFEST = 'manifest.json'
/** The last part: without it the file is cut off. */
export const END = 'end.json'
export const SETTINGS_KEY = 'settings.key'
export const JOBS = 'jobs.json'
export const TABLES = 'tables/'
export const FILES = 'files/'

export const manifestSchema = z.object({
  format: z.literal(1),
  portico: z.string(),
  madeAt: z.iso.datetime(),
  /** SHA-256 of each migration that the database has had, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Parts of partitioned tables, with their bounds as in `create table … partition of`. */
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  /** The last value of each sequence; null: none was given yet. */
  sequences: z.record(z.string(), z.nullable(z.int())),
})
export type Manifest = z.infer<typeof manifestSchema>

export const endSchema = z.object({
  /** Of each table: its rows, and the SHA-256 of its `COPY … TO` in text form. */
  tables: z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() })),
  files: z.object({ count: z.int(), bytes: z.int(), missing: z.array(z.string()) }),
})
export type End = z.infer<typeof endSchema>

export const rowsOf = ({ tables }: End): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

const jobSchema = z.object({
  task: z.string(),
  payload: z.unknown(),
  runAt: z.iso.datetime({ offset: true }),
  tries: z.int(),
  key: z.nullable(z.string()),
})
export const jobsSchema = z.array(jobSchema)
export type StoredJob = z.infer<typeof jobSchema>
