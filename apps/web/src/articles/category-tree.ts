import { type AdminCategory, MAX_LEVELS } from '@portico/contract/article-categories-admin'
import type { Named } from './names.ts'

export interface Branch {
  category: AdminCategory
  /** Level in the tree, from 1. */
  level: number
  children: Branch[]
}

/** Categories as a tree, siblings in order; one with an unknown parent is at the top. */
export function treeOf(categories: AdminCategory[], parentId: number | null = null, level = 1): Branch[] {
  const known = new Set(categories.map(({ id }) => id))
  const isHere = ({ parent_id: parent }: AdminCategory): boolean =>
    parentId === null ? parent === null || !known.has(parent) : parent === parentId
  if (level > MAX_LEVELS) return []
  return categories.filter(isHere).map((category) => ({ category, level, children: treeOf(categories, category.id, level + 1) }))
}

/** The branches in reading order, parents before children. */
export function flat(branches: Branch[]): Branch[] {
  return branches.flatMap((branch) => [branch, ...flat(branch.children)])
}

/** Names with those of all parents, such as “Set up / Windows”, by id. */
export function pathsOf(categories: AdminCategory[], nameOf: (named: Named) => string): Map<number, string> {
  const paths = new Map<number, string>()
  for (const { category } of flat(treeOf(categories))) {
    const above = category.parent_id === null ? undefined : paths.get(category.parent_id)
    paths.set(category.id, above === undefined ? nameOf(category) : `${above} / ${nameOf(category)}`)
  }
  return paths
}

/** Categories that a category with its children may be moved below; `moved` null: a new one. */
export function parentsFor(categories: AdminCategory[], moved: number | null): AdminCategory[] {
  const branches = flat(treeOf(categories))
  const own = branches.find(({ category }) => category.id === moved)
  const inside = new Set(own ? flat([own]).map(({ category }) => category.id) : [])
  return branches
    .filter(({ category, level }) => !inside.has(category.id) && level + heightOf(own) <= MAX_LEVELS)
    .map(({ category }) => category)
}

/** Levels of a branch; a new category has 1. */
function heightOf(branch: Branch | undefined): number {
  return 1 + Math.max(0, ...(branch?.children ?? []).map(heightOf))
}
