import type { AnyEndpoint } from '@portico/contract/endpoint'
import { service } from '../../service.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the stream's own schema parses its query
type Stream = { e: AnyEndpoint; handler: (request: any, ended: AbortSignal) => AsyncGenerator }

/** The event streams of an app, by path. `serveEvents` adds each. */
export const eventStreams = service(() => new Map<string, Stream>())
