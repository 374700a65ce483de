import { smallIn } from '../columns.ts'
import type { OldDatabase, OldRow } from '../../old/old-database.ts'
import type { OldGroup } from '../../records.ts'
import { readJson, textOf } from '../xray/fields.ts'

/** A level and a group of nodes: together they say which nodes a member sees. */
export type Access = { level: number; group: number }

export function accessKey({ level, group }: Access): string {
  return `${level}.${group}`
}

export function accessOfUser(row: OldRow): Access {
  return { level: smallIn(row['class']) ?? 0, group: smallIn(row['node_group']) ?? 0 }
}

export function accessOfProduct(content: string | null | undefined): Access {
  const read = readJson(content) ?? {}
  return { level: smallIn(textOf(read['class'])) ?? 0, group: smallIn(textOf(read['node_group'])) ?? 0 }
}

/** Every pair that a member has or a product gives. */
export async function readAccess(old: OldDatabase): Promise<Map<string, Access>> {
  const found = new Map<string, Access>()
  const add = (access: Access) => void found.set(accessKey(access), access)
  for await (const row of old.rows('user')) add(accessOfUser(row))
  for await (const { type, content } of old.rows('product')) if (type === 'tabp') add(accessOfProduct(content))
  return new Map([...found].toSorted(([, one], [, other]) => one.level - other.level || one.group - other.group))
}

export function* groupsOf(all: ReadonlyMap<string, Access>): Generator<OldGroup> {
  for (const [key, { level, group }] of all) {
    yield { kind: 'group', at: `class ${level}, node_group ${group}`, key, name: `Class ${level}, group ${group}`, createdAt: null }
  }
}

/** The pairs that see a node: of its level or a higher one, and of its group; a node of group 0 is for all. */
export function seenBy(node: Access, all: ReadonlyMap<string, Access>): string[] {
  return [...all].flatMap(([key, { level, group }]) => (level >= node.level && (node.group === 0 || node.group === group) ? [key] : []))
}
