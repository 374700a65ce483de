import { type Dialect, dialectOf } from '../formats/dialect.ts'
import { detectClient } from './detect-client.ts'
import { type Fetcher, whoFetches } from './who-fetches.ts'

const MAX_REMEMBERED = 1000
/** Who asks, and the dialect of a client. `trusted` as in `dialectOf`. */
type Asker = { who: Fetcher; client: string; dialect: (trusted: boolean) => Dialect }

/** Many requests come from few kinds of clients, so each User-Agent is interpreted only once. */
export function askers(): (userAgent: string, flag: string) => Asker {
  const known = new Map<string, Asker>()
  return (userAgent, flag) => {
    const key = `${flag}\n${userAgent}`
    let found = known.get(key)
    if (!found) {
      if (known.size >= MAX_REMEMBERED) known.clear()
      found = interpret(userAgent, flag)
      known.set(key, found)
    }
    return found
  }
}

function interpret(userAgent: string, flag: string): Asker {
  const { format, client, program, version } = detectClient({ userAgent, ...(flag ? { flag } : {}) })
  const [careful, trusting] = [dialectOf(format, program, version), dialectOf(format, program, version, true)]
  return { who: whoFetches(userAgent), client, dialect: (trusted) => (trusted ? trusting : careful) }
}
