import * as contract from '@portico/contract/article-categories-admin'
import type { App } from '../app.ts'
import { copyShelves } from '../articles/arrange-articles.ts'
import { type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import { createCategory, deleteCategory, sortCategories, updateCategory } from './change-categories.ts'
import { createTag, deleteTag, updateTag } from './change-tags.ts'
import { type CountedCategory, type CountedTag, findCategory, findTag, listCategories, listTags } from './list-categories.ts'

export function articleCategoryRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const tree = { database, onNumbered: copyShelves }
  const category = async ({ id }: { id: number }): Promise<contract.AdminCategory> => toCategory(await findCategory(db, id))
  const tag = async ({ id }: { id: number }): Promise<contract.AdminTag> => toTag(await findTag(db, id))

  serve(router, app, contract.adminListCategories, async () => toList(await listCategories(db), toCategory))
  serve(router, app, contract.adminCreateCategory, async ({ caller, body }) =>
    category(await createCategory(tree, caller, body, app.now())),
  )
  serve(router, app, contract.adminSortCategories, ({ caller, body }) => sortCategories(tree, caller, body.ids, app.now()))
  serve(router, app, contract.adminUpdateCategory, async ({ caller, params, body }) =>
    category(await updateCategory(tree, caller, params.id, body, app.now())),
  )
  serve(router, app, contract.adminDeleteCategory, ({ caller, params }) => deleteCategory(tree, caller, params.id, app.now()))

  serve(router, app, contract.adminListTags, async () => toList(await listTags(db), toTag))
  serve(router, app, contract.adminCreateTag, async ({ caller, body }) => tag(await createTag(database, caller, body, app.now())))
  serve(router, app, contract.adminUpdateTag, async ({ caller, params, body }) =>
    tag(await updateTag(database, caller, params.id, body, app.now())),
  )
  serve(router, app, contract.adminDeleteTag, ({ caller, params }) => deleteTag(database, caller, params.id, app.now()))
}

function toCategory({ category, articleCount }: CountedCategory): contract.AdminCategory {
  return toWire(contract.AdminCategory, { ...category, articleCount })
}

function toTag({ tag, articleCount }: CountedTag): contract.AdminTag {
  return toWire(contract.AdminTag, { ...tag, articleCount })
}
