import { diffArrays } from 'diff'

export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string }

/** Beyond this limit, everything is shown as replaced: nobody reads such a diff, and finding the shortest one takes long. */
const MAX_DIFFERENCES = 1000

/** The shortest difference between two texts, line by line. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const changes = diffArrays(a, b, { maxEditLength: MAX_DIFFERENCES }) ?? [
    { value: a, removed: true, added: false },
    { value: b, removed: false, added: true },
  ]
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  )
}

/** Changes with `context` lines around; null: unchanged lines left out. */
export function changesOnly(lines: readonly DiffLine[], context: number): (DiffLine | null)[] {
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - context), index + context + 1).some((line) => line.kind !== 'same'))
  return lines.flatMap((line, index): (DiffLine | null)[] => (near[index] ? [line] : near[index - 1] || index === 0 ? [null] : []))
}
