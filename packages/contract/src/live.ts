import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Streams that one answer may hold. */
export const MOST_STREAMS = 12

/** The event streams of other endpoints in one answer, so that a browser needs one connection for all its tabs. */
export const followLive = endpoint({
  method: 'GET',
  path: '/muser/live',
  access: 'member',
  summary: 'Server-sent events: several event streams in one. Each needs the permission that it needs alone',
  query: z.object({
    /** JSON: the addresses of the streams below `/api/v1`, with their query, such as `["/muser/ticket/live"]`. */
    streams: z.string().check(z.maxLength(4000)),
  }),
  response: z.object({
    /** Address of the stream, as it was asked for. */
    stream: z.string(),
    /** What the stream sends; null: it is over. */
    event: z.nullable(z.unknown()),
    /** How it ended: 200, or the status of its error; null: it goes on. */
    status: z.nullable(z.int()),
  }),
})
