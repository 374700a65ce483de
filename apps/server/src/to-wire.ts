import type { TotalIs } from '@portico/contract/paging'
import type * as z from 'zod/mini'
import type { Camel } from './db/columns.ts'

type ObjectSchema = z.ZodMiniObject<Record<string, z.ZodMiniType>>

/** What an object of the contract is made of: a value for each field under its name in code, times as dates. */
type Given<Shape> = { [Field in keyof Shape & string as Camel<Field>]: ValueOf<Shape[Field]> }
type ValueOf<Field> = Field extends z.iso.ZodMiniISODateTime
  ? Date
  : Field extends z.ZodMiniNullable<z.iso.ZodMiniISODateTime>
    ? Date | null
    : z.input<Field>

/**
 * An object as the contract describes it, from a row and what else it needs. A value that is missing, mistyped or that the contract
 * does not name fails to compile; columns of a row that it does not name are left out. A nested object is given in its wire form.
 */
export function toWire<S extends ObjectSchema>(schema: S, values: Given<S['shape']>): z.input<S> {
  const { blank, names } = fieldsOf(schema)
  // A copy, because V8 is slow with objects that grow beyond twelve computed fields.
  const wire = { ...blank }
  for (const [field, name] of names) {
    // The type of `values` says that it has the name.
    const value = (values as Record<string, unknown>)[name]
    wire[field] = value instanceof Date ? value.toISOString() : value
  }
  return wire as z.input<S>
}

/** One page of a list, from what `readPage` found. */
export function toPage<Row, Item>(
  { items, total, totalIs }: { items: Row[]; total: number; totalIs: TotalIs },
  { page, page_size }: { page: number; page_size: number },
  toItem: (row: Row) => Item,
): { items: Item[]; total: number; total_is: TotalIs; page: number; page_size: number } {
  return { items: items.map((row) => toItem(row)), total, total_is: totalIs, page, page_size }
}

/** A list that has no pages. */
export function toList<Row, Item>(rows: readonly Row[], toItem: (row: Row) => Item): { items: Item[]; total: number } {
  return { items: rows.map((row) => toItem(row)), total: rows.length }
}

type Fields = { blank: Record<string, unknown>; names: (readonly [field: string, name: string])[] }
const known = new WeakMap<ObjectSchema, Fields>()

function fieldsOf(schema: ObjectSchema): Fields {
  const found = known.get(schema)
  if (found) return found
  const names = Object.keys(schema.shape).map((field) => [field, toCamel(field)] as const)
  const fields = { blank: Object.fromEntries(names), names }
  known.set(schema, fields)
  return fields
}

/** A field's name in code: `createdAt` for `created_at`. */
export function toCamel(field: string): string {
  return field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
