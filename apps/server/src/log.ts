import { type Logger, pino } from 'pino'

/** Structured lines on stdout. Fields that may carry a secret are blanked wherever they stand. */
export function createLog(level: string): Logger {
  const secrets = ['password', 'old_password', 'new_password', 'token', 'x_token', 'secret', 'config', 'authorization', 'x-token']
  const paths = secrets.flatMap((name) => [quote(name), `*${quote(name)}`, `*.*${quote(name)}`])
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, censor: '***' } })
}

function quote(name: string): string {
  return `["${name}"]`
}
