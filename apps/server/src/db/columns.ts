import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, jsonb, timestamp } from 'drizzle-orm/pg-core'

/** The number that a new row gets. */
export const id = () => whole('id').primaryKey().generatedAlwaysAsIdentity()

/** The id of a row in another table. */
export const ref = (name: string, to: () => AnyPgColumn, then: { onDelete?: 'cascade' | 'set null' } = {}) =>
  whole(name).references(to, then)

export const time = (name: string) => timestamp(name, { withTimezone: true })

/** Minor units of the row's currency, or of the site's. */
export const money = (name: string) => whole(name)

/** A number as large as JSON carries it exactly: bytes, milliseconds, ids of rows that may be gone. */
export const whole = (name: string) => bigint(name, { mode: 'number' })

/** Column of raw bytes, such as hashes. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Column of any JSON value. Drizzle's `jsonb` parses a second time, so the text "2024" would become a number. */
export const anyJson = customType<{ data: unknown }>({ dataType: () => 'jsonb', toDriver: (value) => JSON.stringify(value) })

/** Column of a row's texts in languages other than its base language; read it with `inLanguage`. */
export const translations = <T extends object>() =>
  jsonb('translations')
    .$type<T>()
    .notNull()
    .default({} as T)

/** Rules for columns that the contract sends as `Time`, the years 1970 to 9999, or as integers that JSON carries exactly. */
export const areTimes = (...columns: string[]): SQL =>
  every(columns, (column) => `${column} >= '1970-01-01 00:00:00+00' and ${column} < '10000-01-01 00:00:00+00'`)
export const areExact = (...columns: string[]): SQL =>
  every(columns, (column) => `${column} between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`)

function every(columns: string[], rule: (column: string) => string): SQL {
  return sql.raw(columns.map(rule).join(' and '))
}

/** A field's name in code: `createdAt` for `created_at`. */
export type Camel<Field extends string> = Field extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Field
