import type { TemplateFault } from '@portico/contract/templates-admin'
import { readFilter, TemplateError } from '../../documents/template-text.ts'

/** A group of any format. `open`: the client may add members to it, so it never counts as empty. */
export type Group = { name: string; members: string[]; open: boolean; line: number | null }

/** Finds duplicate names, entries that are neither known nor filters, and groups that lead to themselves. */
export function groupFaults(
  groups: readonly Group[],
  others: readonly { name: string; line: number | null }[],
  builtIn: readonly string[],
) {
  const faults: TemplateFault[] = []
  const taken = new Set(builtIn)
  for (const { name, line } of [...groups, ...others]) {
    if (readFilter(name) !== null) faults.push({ line, code: 'bad_filter', detail: name })
    if (taken.has(name)) faults.push({ line, code: 'duplicate_name', detail: name })
    taken.add(name)
  }
  for (const { members, line } of groups) {
    for (const member of members) {
      const filter = readFilter(member)
      if (filter === 'bad') faults.push({ line, code: 'bad_filter', detail: member })
      if (filter === null && !taken.has(member)) faults.push({ line, code: 'unknown_group', detail: member })
    }
  }
  return { faults: [...faults, ...loops(groups)], known: taken }
}

/** Removes empty groups, then the groups that had only those, and so on. */
export function withoutEmptyGroups<G extends Group>(groups: readonly G[]): { kept: G[]; gone: ReadonlySet<string> } {
  const gone = new Set<string>()
  let kept = [...groups]
  for (;;) {
    const empty = kept.filter((group) => group.members.length === 0 && !group.open)
    if (empty.length === 0) return { kept, gone }
    for (const { name } of empty) gone.add(name)
    kept = kept
      .filter((group) => !gone.has(group.name))
      .map((group) => ({ ...group, members: group.members.filter((member) => !gone.has(member)) }))
  }
}

/**
 * Requires nodes for traffic that no rule names. `final`: the group the operator set for it, or a built-in such as DIRECT; a removed group
 * is replaced by the first remaining one. Throws `TemplateError` if the traffic would go direct.
 */
export function mustLeadToNodes(kept: readonly Group[], gone: ReadonlySet<string>, final: string | null, builtIn: readonly string[]): void {
  const byName = new Map(kept.map((group) => [group.name, group]))
  const seen = new Set<string>()
  const leads = (name: string): boolean => {
    const group = byName.get(name)
    if (!group) return !builtIn.includes(name)
    if (seen.has(name)) return false
    seen.add(name)
    return group.open || group.members.some(leads)
  }
  if (final === null || !(byName.has(final) || gone.has(final))) return
  const end = gone.has(final) ? kept[0]?.name : final
  if (end !== undefined && leads(end)) return
  throw new TemplateError([{ line: null, code: 'group_empty', detail: final }])
}

const logical = new Set(['AND', 'OR', 'NOT', 'SUB-RULE'])

/** The target of a comma-separated rule; null if it is unknown. */
export function ruleTarget(rule: string): string | null {
  const items = rule.split(/\s(?:\/\/|#)/)[0]?.split(',') ?? []
  const type = items[0]?.trim().toUpperCase() ?? ''
  if (logical.has(type)) return null
  return items[type === 'FINAL' || type === 'MATCH' ? 1 : 2]?.trim() ?? null
}

export function isFinal(rule: string): boolean {
  return /^\s*(final|match)\s*,/i.test(rule)
}

/** The rules without those that lead to a removed group. A final rule that does leads to `instead`. */
export function withoutGone(rules: readonly string[], gone: ReadonlySet<string>, instead: string): string[] {
  if (gone.size === 0) return [...rules]
  return rules.flatMap((rule) => {
    const target = ruleTarget(rule)
    const isLost = target === null ? rule.split(',').some((item) => gone.has(item.trim())) : gone.has(target)
    if (!isLost) return [rule]
    return isFinal(rule) ? [`${rule.split(',')[0]},${instead}`] : []
  })
}

function loops(groups: readonly Group[]): TemplateFault[] {
  const byName = new Map(groups.map((group) => [group.name, group]))
  const done = new Set<string>()
  const faults: TemplateFault[] = []
  // One set for all groups: a copy for each would make long chains cost the square of their length.
  const path = new Set<string>()
  const visit = (group: Group): void => {
    if (path.has(group.name)) {
      faults.push({ line: group.line, code: 'group_loop', detail: [...path, group.name].join(' → ') })
      return
    }
    if (done.has(group.name)) return
    path.add(group.name)
    for (const member of group.members) {
      const next = byName.get(member)
      if (next) visit(next)
    }
    path.delete(group.name)
    done.add(group.name)
  }
  for (const group of groups) visit(group)
  return faults
}
