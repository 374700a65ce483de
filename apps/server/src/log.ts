import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** Structured lines on stdout. Fields that may hold a secret are redacted on the first three levels. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const secrets = ['password', 'old_password', 'new_password', 'token', 'x_token', 'secret', 'config', 'authorization', 'x-token']
  const paths = secrets.flatMap((name) => [quote(name), `*${quote(name)}`, `*.*${quote(name)}`])
  const serializers = { err: withoutValues }
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, censor: '***' }, serializers }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * Removes what may be secret: a failed query's error holds its values, in the message too, and the database adds the row. That of a lost
 * connection holds the connection with all its statements.
 */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { params, detail: _, where: __, client: ___, ...plain } = stdSerializers.err(error)
  const cut = (text: string): string => (params === undefined ? text : text.replaceAll(`\nparams: ${params}`, ''))
  return { ...plain, message: cut(plain.message), stack: cut(plain.stack) }
}

/** The message of an error for operators, with its causes and without query values. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const message = error.message.replace(/\nparams: [\s\S]*$/, '')
  return error.cause === undefined ? message : `${message}: ${messageOf(error.cause)}`
}

function quote(name: string): string {
  return `["${name}"]`
}
