// Reports a node's traffic so that every byte is charged exactly once. Use it unchanged, or as a reference:
//   const reporter = openReporter({ site: 'https://example.com', nodeId: 7, secret: '…', stateFile: '/var/lib/node/portico.json' })
//   reporter.count('42', 1500, 90_000)             as bytes pass
//   setInterval(() => void reporter.report(), 60_000)
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

type Bytes = [up: number, down: number]
type Table = Record<string, Bytes>
/** `counters` only grow under one boot id; `acknowledged` is what the server confirmed as charged. */
type State = { bootId: string; sequence: number; counters: Table; acknowledged: Table }
export type Options = { site: string; nodeId: number; secret: string; stateFile?: string; timeoutMs?: number }
export type Reporter = {
  count: (uid: string, up: number, down: number) => void
  /** True if the server has everything counted before the call. Call it at any time; it never throws. */
  report: () => Promise<boolean>
}

export function openReporter(options: Options): Reporter {
  let state = load(options.stateFile) ?? fresh({})
  let turn: Promise<unknown> = Promise.resolve()

  async function report(): Promise<boolean> {
    const sent = structuredClone(changed(state))
    state.sequence++
    // Saved before sending: after a kill, the node continues with at least what the server may have seen.
    save(options.stateFile, state)
    const answer = await post(options, { boot_id: state.bootId, sequence: state.sequence, counters: sent })
    if (answer.status === 409) {
      // The server has closed this boot: start a new one with what is not charged yet.
      state = fresh(changed(state, true))
      return false
    }
    if (answer.status !== 200 || answer.applied === undefined) return false // the next report repeats this and adds to it
    if (answer.applied > state.sequence) {
      // An older state file was restored: send everything again, under a number the server has not seen.
      state = { ...state, sequence: answer.applied, acknowledged: {} }
      return false
    }
    Object.assign(state.acknowledged, sent)
    return true
  }

  return {
    count(uid, up, down) {
      const [oldUp, oldDown] = state.counters[uid] ?? [0, 0]
      state.counters[uid] = [oldUp + up, oldDown + down]
    },
    report() {
      const next = turn.then(report).catch(() => false) // one at a time; the next report repairs a failure
      turn = next
      return next
    },
  }
}

function fresh(counters: Table): State {
  return { bootId: randomUUID(), sequence: 0, counters, acknowledged: {} }
}

/** What is not acknowledged, as cumulative counters or as the difference. */
function changed({ counters, acknowledged }: State, asDifference = false): Table {
  const entries = Object.entries(counters).flatMap(([uid, [up, down]]): [string, Bytes][] => {
    const [doneUp, doneDown] = acknowledged[uid] ?? [0, 0]
    if (up === doneUp && down === doneDown) return []
    return [[uid, asDifference ? [up - doneUp, down - doneDown] : [up, down]]]
  })
  return Object.fromEntries(entries)
}

async function post({ site, nodeId, secret, timeoutMs }: Options, body: object): Promise<{ status: number; applied?: number }> {
  const response = await fetch(`${site}/api/v1/server/v3/report?node_id=${nodeId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs ?? 10_000),
  })
  const answer = (await response.json()) as { applied?: number }
  return { ...answer, status: response.status }
}

function load(file: string | undefined): State | null {
  return file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : null
}

function save(file: string | undefined, state: State): void {
  if (file === undefined) return
  // Renamed into place, so a kill leaves either the old state or the new one.
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}
