import { sql } from 'drizzle-orm'
import { type CategoryInput, MAX_LEVELS } from '@portico/contract/article-categories-admin'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { reorder } from '../db/reorder.ts'
import { isForeignKeyViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { toColumns } from '../to-columns.ts'
import { articleCategories, type CategoryRow } from './article-categories.table.ts'
import { lockTree } from './lock-tree.ts'

const records = plainRecords(articleCategories, 'article_category')

/** Runs in the transaction that changed the tree, after positions are numbered: copies them where others keep them. */
export type AfterNumbering = (tx: Tx) => Promise<void>
type Tree = { database: Database; onNumbered: AfterNumbering }

/** Creates a category as the last of its siblings. Throws `category.too_deep`. */
export function createCategory(tree: Tree, by: Actor, input: CategoryInput, now: Date): Promise<CategoryRow> {
  return changeTree(tree, async (tx) => {
    const values = { ...toColumns(articleCategories, input), sort: await lastBelow(tx, input.parent_id) }
    const row = await withParent(records.create(tx, by, values, now))
    await requireShallow(tx)
    return row
  })
}

/** Renames it, or moves it with all below it, last among its new siblings. Throws `category.too_deep`, also for a move below itself. */
export function updateCategory(tree: Tree, by: Actor, id: number, input: CategoryInput, now: Date): Promise<CategoryRow> {
  return changeTree(tree, async (tx) => {
    const before = await records.lock(tx, id)
    const sort = input.parent_id === before.parentId ? before.sort : await lastBelow(tx, input.parent_id)
    const after = await withParent(records.update(tx, by, id, { ...toColumns(articleCategories, input), sort }, now))
    await requireShallow(tx)
    return after
  })
}

/** Deletes an empty category. Throws `category.not_empty`. */
export function deleteCategory(tree: Tree, by: Actor, id: number, now: Date): Promise<void> {
  return changeTree(tree, async (tx) => {
    await orRefuse(records.delete(tx, by, id, now), isForeignKeyViolation, new AppError('category.not_empty'))
  })
}

export function sortCategories(tree: Tree, by: Actor, ids: number[], now: Date): Promise<void> {
  return changeTree(tree, async (tx) => {
    const order = await reorder(tx, articleCategories, ids)
    await record(tx, by, { action: 'article_category.sort', entity: 'article_category', ...order }, now)
  })
}

/** One change of the tree at a time, so that two moves cannot make a circle. */
function changeTree<T>({ database, onNumbered }: Tree, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await lockTree(tx)
    const result = await work(tx)
    await tx.execute(sql`
      with recursive tree as (
        select id, array[sort, id] as path from ${articleCategories} where parent_id is null
        union all
        select child.id, tree.path || array[child.sort, child.id] from ${articleCategories} child join tree on child.parent_id = tree.id
      ), numbered as (select id, row_number() over (order by path)::int as position from tree)
      update ${articleCategories} c set position = n.position from numbered n where n.id = c.id and c.position <> n.position`)
    await onNumbered(tx)
    return result
  })
}

/** Throws `category.too_deep` for a category that is too many levels down, or below itself, so that no walk from the top reaches it. */
async function requireShallow(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ reached: number; all: number }>(sql`
    with recursive tree as (
      select id, 1 as level from ${articleCategories} where parent_id is null
      union all
      select child.id, level + 1 from ${articleCategories} child join tree on child.parent_id = tree.id where level < ${MAX_LEVELS}
    ) select (select count(*)::int from tree) as reached, (select count(*)::int from ${articleCategories}) as all`)
  if (rows[0]?.reached !== rows[0]?.all) throw new AppError('category.too_deep', { fields: { parent_id: 'category.too_deep' } })
}

async function lastBelow(tx: Tx, parentId: number | null): Promise<number> {
  const { rows } = await tx.execute<{ sort: number }>(
    sql`select coalesce(max(sort), 0) + 1 as sort from ${articleCategories} where parent_id is not distinct from ${parentId}`,
  )
  return rows[0]?.sort ?? 1
}

function withParent<T>(statement: PromiseLike<T>): Promise<T> {
  const refusal = new AppError('input.invalid', { fields: { parent_id: 'article.category_unknown' } })
  return orRefuse(statement, isForeignKeyViolation, refusal)
}
