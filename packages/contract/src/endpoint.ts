import type * as z from 'zod/mini'
import { IdParams, Ok } from './paging.ts'
import type { Permission } from './permissions.ts'

type Schema = z.ZodMiniType

/** Unit of `maxBytes`, for bodies that carry a file or a long text. */
export const MEGABYTE = 1024 * 1024
/** The largest number of an `integer` column. */
export const MAX_INTEGER = 2_147_483_647

/** One HTTP operation: all that server and web app share. */
export interface Endpoint<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` for parameters; `urlOf` adds the prefix. */
  path: string
  /** Who may call it. Enforced once, by the router, before input is parsed. */
  access: Access
  /**
   * True: it acts for the account that the caller chose among those linked to theirs. Others act for the one that signed in: ways to sign in
   * are its own.
   */
  chosen?: true
  /** One line for the API reference. */
  summary: string
  /** True for a GET that changes state: it is guarded like a write (replay, cross-site). */
  changesState?: boolean
  /**
   * True: the caller must have signed in, or proved who they are, within 15 minutes (`session.confirm_needed`). `again`: proved it since
   * they signed in, within a minute.
   */
  fresh?: true | 'again'
  /**
   * True: the body is multipart/form-data with one `file`, of `maxBytes` at most. The signature covers the query alone, so that nobody
   * has to hash a file before it is sent.
   */
  upload?: boolean
  /** True: the answer is a file's bytes, never JSON; `response` only says so. */
  download?: boolean
  /** Most bytes of the body, or of an uploaded file; default 64 KB. */
  maxBytes?: number
  /** Most fields and list elements in the whole body; default 1,000. */
  maxKeys?: number
  params?: P
  query?: Q
  body?: B
  response: R
}
/** The permissions a console endpoint needs: all of a list, or any of `anyOf`. */
export type Access = 'public' | 'member' | Needs
export type Needs = readonly [Permission, ...Permission[]] | { anyOf: readonly [Permission, ...Permission[]] }

type None = z.ZodMiniType<undefined, undefined>
type ParamsOf<Path, P extends Schema> = Path extends `${string}/:id` | `${string}/:id/${string}`
  ? P extends None
    ? typeof IdParams
    : P
  : P

type Given<Path, P extends Schema, Q extends Schema, B extends Schema, R extends Schema> = Omit<
  Endpoint<P, Q, B, R>,
  'path' | 'response'
> & { path: Path; response?: R }

/** Declares an endpoint. Without `response` it is a command without a result; an `:id` in the path is a number. */
export function endpoint<
  const Path extends string,
  R extends Schema = typeof Ok,
  P extends Schema = None,
  Q extends Schema = None,
  B extends Schema = None,
>(given: Given<Path, P, Q, B, R>): Endpoint<ParamsOf<Path, P>, Q, B, R> {
  const e = { ...(/\/:id(\/|$)/.test(given.path) && { params: IdParams }), response: Ok, ...given }
  // The defaults of the types are these.
  return e as unknown as Endpoint<ParamsOf<Path, P>, Q, B, R>
}

/** The address of an endpoint's path: below `/api/v1`, unless the specification puts it elsewhere. */
export function urlOf(path: string): string {
  return path.startsWith('/api/User_Store/') ? path : `/api/v1${path}`
}

export type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>
type Part<K extends string, T extends Schema> = [z.input<T>] extends [undefined] ? unknown : Record<K, z.input<T>>
export type CallInput<P extends Schema, Q extends Schema, B extends Schema> = Part<'params', P> & Part<'query', Q> & Part<'body', B>
