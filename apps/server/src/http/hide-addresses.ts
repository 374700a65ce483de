import { may } from '@portico/contract/access'
import type { Permissions } from '@portico/contract/permissions'
import { personal } from '@portico/contract/personal'
import type * as z from 'zod/mini'

const HIDDEN = '•••'
const LOOKS_LIKE_ADDRESS = /@|^\+?\d{7,}$/

type Type = z.ZodMiniType
/** Kinds of schemas that contain others. */
type Def =
  | { type: 'nullable' | 'optional'; innerType: Type }
  | { type: 'array'; element: Type }
  | { type: 'object'; shape: Record<string, Type> }
  | { type: 'union'; options: Type[] }
  | { type: 'pipe'; out: Type }
  | { type: 'string' }

/** A console answer as this caller may see it: without `members.read`, with stand-ins for what `personal` marks. */
export function hideAddresses(schema: Type, answer: unknown, permissions: Permissions): unknown {
  return may(permissions, 'members.read') ? answer : hidden(schema, answer, {})
}

function hidden(schema: Type, value: unknown, beside: Record<string, unknown>): unknown {
  if (value === null || value === undefined) return value
  const mark = personal.get(schema)
  // What carries a mark is a text.
  if (mark) return standIn(value as string, mark, beside)
  // Zod's own types name each kind; these are the ones that answers are made of.
  const def = schema._zod.def as unknown as Def
  switch (def.type) {
    case 'nullable':
      return isNowhere(def.innerType) ? null : hidden(def.innerType, value, beside)
    case 'optional':
      return hidden(def.innerType, value, beside)
    case 'array':
      return (value as unknown[]).map((one) => hidden(def.element, one, {}))
    case 'object': {
      const fields = value as Record<string, unknown>
      return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, hiddenField(def.shape[key], field, fields)]))
    }
    case 'union': {
      const fitting = def.options.find((option) => option.safeParse(value).success)
      return fitting ? hidden(fitting, value, beside) : value
    }
    case 'pipe':
      return hidden(def.out, value, beside)
    case 'string':
    default:
      return value
  }
}

function hiddenField(schema: Type | undefined, value: unknown, beside: Record<string, unknown>): unknown {
  return schema ? hidden(schema, value, beside) : value
}

/** Whether a schema has no personal fields, so that null may stay null. */
function isNowhere(schema: Type): boolean {
  const mark = personal.get(schema)
  return mark !== undefined && mark.id === undefined && mark.isName !== true
}

function standIn(value: string, { id, isName }: { id?: string; isName?: boolean }, beside: Record<string, unknown>): string {
  if (isName) return LOOKS_LIKE_ADDRESS.test(value) ? HIDDEN : value
  return id === undefined ? HIDDEN : `#${String(beside[id])}`
}
