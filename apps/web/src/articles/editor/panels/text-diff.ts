import { diffArrays, diffWordsWithSpace } from 'diff'

export interface Part {
  kind: 'same' | 'added' | 'removed'
  text: string
}
/** A paragraph, list item or cell, in parts; null: unchanged ones left out. */
export type DiffBlock = Part[] | null

/** Share in common below which old and new are shown one after the other. */
const KEPT = 0.4

/** Differences of two lists of blocks: by words within changed blocks, else whole. */
export function diffBlocks(before: string[], after: string[], locale: string): DiffBlock[] {
  const found: DiffBlock[] = []
  const changes = diffArrays(before, after)
  for (let i = 0; i < changes.length; i++) {
    const { added, removed, value } = changes[i] ?? { value: [] }
    const next = changes[i + 1]
    if (removed && next?.added) {
      found.push(...pair(value, next.value, locale))
      i++
    } else if (added || removed) found.push(...value.map((text): Part[] => [{ kind: added ? 'added' : 'removed', text }]))
    else found.push(null)
  }
  return found
}

/** The words that changed. Chinese has no spaces: the browser finds its words. */
function diffText(before: string, after: string, locale: string): Part[] {
  const intlSegmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  return diffWordsWithSpace(before, after, { intlSegmenter }).map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}

/** Length of the parts that stay the same. */
function lengthOf(parts: Part[]): number {
  return parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.length : 0), 0)
}

function pair(before: string[], after: string[], locale: string): DiffBlock[] {
  const length = Math.max(before.length, after.length)
  return Array.from({ length }, (_, i): DiffBlock[] => {
    const [old, now] = [before[i], after[i]]
    if (old === undefined) return [[{ kind: 'added', text: now ?? '' }]]
    if (now === undefined) return [[{ kind: 'removed', text: old }]]
    const parts = diffText(old, now, locale)
    if (lengthOf(parts) >= Math.max(old.length, now.length) * KEPT) return [parts]
    return [[{ kind: 'removed', text: old }], [{ kind: 'added', text: now }]]
  }).flat()
}
