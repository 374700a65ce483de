import type { Import, ImportOverview } from '@portico/contract/imports-admin'

/** The steps of a move, in their order. */
export const STAGES = ['source', 'look', 'rehearse', 'evening', 'move'] as const
export type StageName = (typeof STAGES)[number]

export interface Stage {
  running: Import | null
  /** The last one, if it did not end well. */
  broken: Import | null
  /** What was last found in the old database. */
  look: Import | null
  /** The rehearsal of what was looked at. */
  rehearsal: Import | null
  move: Import | null
  /** How many steps are done. */
  done: number
}

/** How far the move is, from what ran on the server. `isEveningDone`: nothing of the evening's list is open. */
export function stageOf({ items }: Pick<ImportOverview, 'items'>, isEveningDone = false): Stage {
  const [last] = items
  const running = items.find(({ state }) => state === 'running') ?? null
  const ended = items.filter(({ state }) => state === 'done')
  const move = ended.find(({ action }) => action === 'move') ?? null
  const look = ended.find(({ action }) => action === 'look' || action === 'rehearse') ?? null
  // One of another file says nothing about this one.
  const rehearsal = ended.find(({ action, from }) => action === 'rehearse' && from === look?.from) ?? null
  const done = move ? STAGES.length : rehearsal ? (isEveningDone ? 4 : 3) : look && !isStopped(look) ? 2 : look ? 1 : 0
  const broken = last && (last.state === 'failed' || last.state === 'cancelled') ? last : null
  return { running, broken, look, rehearsal, move, done }
}

/** Whether something was found that must first be mended. */
export function isStopped({ findings }: Import): boolean {
  return findings.some(({ level }) => level === 'stop')
}
