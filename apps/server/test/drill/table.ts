import { slowness } from '../../../../scripts/slowness.ts'
import { type Figures, type Kind } from './load.ts'
import { type Row, seconds } from './site.ts'

/** One time that something happened. `money`: the ledger less what was acknowledged. `busy`: the load of the machine. */
export type Run = { row: Row; words: string; figures: Record<Kind, Figures>; money: [number, number]; busy: number }

const KINDS: Kind[] = ['feed', 'read', 'push', 'order', 'gift']
const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)

/** What a run may not cost. */
export function missed({ row, figures }: Run): string[] {
  const failedAt = KINDS.flatMap((kind) => figures[kind].failedAt)
  const errorMs = failedAt.length > 0 ? Math.max(...failedAt) - Math.min(...failedAt) : 0
  return [
    ...KINDS.filter((kind) => figures[kind].lost > 0).map((kind) => `${row.name}: ${figures[kind].lost} of ${kind} never succeeded`),
    ...(row.spares ?? [])
      .filter((kind) => figures[kind].failedFirst > 0)
      .map((kind) => `${row.name}: ${figures[kind].failedFirst} of ${kind} failed at first`),
    ...(row.errorMs !== undefined && errorMs > row.errorMs * slowness ? [`${row.name}: errors for ${seconds(errorMs)}`] : []),
  ]
}

/** The same words of several runs, each number as a range. */
function merged(texts: string[]): string {
  const parts = texts.map((text) => text.split(/(\d+(?:\.\d+)?)/))
  const [first = []] = parts
  const isNumber = (at: number): boolean => at % 2 === 1
  if (parts.some((one) => one.length !== first.length || one.some((part, at) => !isNumber(at) && part !== first[at])))
    return [...new Set(texts)].join('; ')
  const rangeAt = (at: number): string => {
    const found = parts.map((one) => one[at] ?? '').toSorted((a, b) => Number(a) - Number(b))
    return found[0] === found.at(-1) ? (found[0] ?? '') : `${found[0]}–${found.at(-1)}`
  }
  return first.map((part, at) => (isNumber(at) ? rangeAt(at) : part)).join('')
}

/** All runs of a row. */
export function lineOf(runs: Run[]): string {
  const cell = (kind: Kind): string => {
    const all = runs.map(({ figures }) => figures[kind])
    const counts = [all.map(({ sent }) => sent), all.map(({ failedFirst }) => failedFirst), all.map(({ lost }) => lost)].map(sum)
    return [...counts, seconds(Math.max(...all.map(({ longestMs }) => longestMs)))].join(' / ')
  }
  const money = [0, 1].map((at) => sum(runs.map((run) => run.money[at]!))).join(' / ')
  const busy = runs.map((run) => run.busy.toFixed(0)).toSorted((a, b) => Number(a) - Number(b))
  const cells = [runs[0]?.row.name, runs.length, merged(runs.map(({ words }) => words)), ...KINDS.map(cell), money]
  return `| ${cells.join(' | ')} | ${[...new Set([busy[0], busy.at(-1)])].join('–')} |`
}

export function tableOf(runs: Run[]): string {
  const head = ['what happens', 'times', 'seen', 'feeds', 'reads', 'reports', 'orders', 'gifts', 'money', 'load']
  const lines = [...Map.groupBy(runs, ({ row }) => row.name).values()].map(lineOf)
  return `Cells: calls / first tries that failed / calls that never succeeded / longest wait. Money: the ledger less what was acknowledged, at
the gateway and of gifts. Load: of the machine, with everything on it.
| ${head.join(' | ')} |
|${head.map(() => '---|').join('')}
${lines.join('\n')}
`
}
