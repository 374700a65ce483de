import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Camel } from './db/columns.ts'
import { storedTranslations, type Translations } from './in-language.ts'
import { toCamel } from './to-wire.ts'

type ColumnOf<Field, Row> = Field extends keyof Row ? Field : Field extends string ? Camel<Field> : never
type ValueOf<Column, Row> = Column extends keyof Row ? Row[Column] : never
type Entered<Value> = Exclude<Value, Date> | (Date extends Value ? string : never)
type Absent<Value> = undefined extends Value ? undefined : never

/** An input of which every field has a column of its name and type; a time is text in it. */
type Fitting<Input, Row> = { [Field in keyof Input]: Entered<ValueOf<ColumnOf<Field, Row>, Row>> | Absent<Input[Field]> }

/** The columns that store an input. An optional field may be undefined, which leaves its column as it is. */
export type Stored<Input, Row> = {
  [Field in keyof Required<Input> as ColumnOf<Field, Row>]: ValueOf<ColumnOf<Field, Row>, Row> | Absent<Input[Field]>
}

/**
 * The columns that store an input, each field in the column of its name: `starts_at` in `startsAt`, as a date. Translations lose their
 * empty texts. A field that has no column, or one of another type, does not compile.
 */
export function toColumns<T extends PgTable, Input extends object>(
  table: T,
  input: Input & Fitting<Input, T['$inferSelect']>,
): Stored<Input, T['$inferSelect']> {
  // Its type says which fields it has, and of what types.
  const columns = getTableColumns(table)
  const values = Object.entries<unknown>(input).map(([field, value]) => {
    const name = field in columns ? field : toCamel(field)
    if (typeof value === 'string' && columns[name]?.dataType === 'date') return [name, new Date(value)]
    return [name, field === 'translations' ? storedTranslations(value as Translations) : value]
  })
  // Object.entries loses the types of the fields; Stored has them.
  return Object.fromEntries(values) as Stored<Input, T['$inferSelect']>
}
