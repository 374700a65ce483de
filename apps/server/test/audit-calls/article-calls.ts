import { contentOf } from '../publish-article.ts'
import type { AuditCalls, AuditDesk } from './audit-desk.ts'

/** Articles with their categories and tags. */
export const articleCalls: AuditCalls = {
  'POST /admin/articles': {
    action: 'article.create',
    entity: 'article',
    prepare: () => ({ body: empty, entityId: (answer) => answer.id }),
  },
  'PATCH /admin/articles/:id': {
    action: 'article.place',
    entity: 'article',
    prepare: async (desk) => ({ id: await made(desk), body: { tag_ids: [(await desk.make('POST', '/admin/article-tags', names)).id] } }),
  },
  'DELETE /admin/articles/:id': { action: 'article.delete', entity: 'article', prepare: async (desk) => ({ id: await made(desk) }) },
  'POST /admin/articles/:id/versions': {
    action: 'article.save',
    entity: 'article',
    prepare: async (desk) => ({ id: await made(desk), body: { base_version: 0, content: contentOf(), note: 'first' } }),
  },
  'POST /admin/articles/:id/restore': {
    action: 'article.save',
    entity: 'article',
    prepare: async (desk) => ({ id: await saved(desk), body: { base_version: 1, number: 1 } }),
  },
  'POST /admin/articles/:id/publish': {
    action: 'article.publish',
    entity: 'article',
    prepare: async (desk) => ({ id: await saved(desk), body: { version: 1, expected_live: null, at: null } }),
  },
  'POST /admin/articles/:id/unpublish': {
    action: 'article.archive',
    entity: 'article',
    prepare: async (desk) => ({ id: await saved(desk), body: { archive: true } }),
  },
  'DELETE /admin/articles/:id/schedule': {
    action: 'article.unschedule',
    entity: 'article',
    prepare: async (desk) => {
      const id = await saved(desk)
      await desk.make('POST', `/admin/articles/${id}/publish`, { version: 1, expected_live: null, at: '9999-01-01T00:00:00Z' })
      return { id }
    },
  },
  'PUT /admin/articles/order': {
    action: 'article.sort',
    entity: 'article_category',
    prepare: async (desk) => {
      const { id } = await desk.make('POST', '/admin/article-categories', { ...names, parent_id: null })
      return { body: { category_id: id, ids: [await made(desk), await made(desk)].toReversed() }, entityId: id }
    },
  },
  'POST /admin/articles/starters': {
    action: 'article.starters',
    entity: 'article',
    prepare: () => ({ body: { publish: true }, entityId: '' }),
  },

  'POST /admin/article-categories': {
    action: 'article_category.create',
    entity: 'article_category',
    prepare: () => ({ body: { ...names, parent_id: null }, entityId: (answer) => answer.id }),
  },
  'PUT /admin/article-categories/:id': {
    action: 'article_category.update',
    entity: 'article_category',
    prepare: async (desk) => ({ id: await category(desk), body: { name_en: 'Renamed', name_zh: '', parent_id: null } }),
  },
  'DELETE /admin/article-categories/:id': {
    action: 'article_category.delete',
    entity: 'article_category',
    prepare: async (desk) => ({ id: await category(desk) }),
  },
  'PUT /admin/article-categories/order': {
    action: 'article_category.sort',
    entity: 'article_category',
    prepare: async (desk) => ({ body: { ids: [await category(desk), await category(desk)].toReversed() }, entityId: '' }),
  },
  'POST /admin/article-tags': {
    action: 'article_tag.create',
    entity: 'article_tag',
    prepare: () => ({ body: names, entityId: (answer) => answer.id }),
  },
  'PUT /admin/article-tags/:id': {
    action: 'article_tag.update',
    entity: 'article_tag',
    prepare: async (desk) => ({ id: await tag(desk), body: { name_en: 'Renamed', name_zh: '' } }),
  },
  'DELETE /admin/article-tags/:id': {
    action: 'article_tag.delete',
    entity: 'article_tag',
    prepare: async (desk) => ({ id: await tag(desk) }),
  },
}

const empty = { kind: 'article', type: null, category_id: null }
const names = { name_en: 'Start', name_zh: '' }

const made = async ({ make }: AuditDesk): Promise<number> => (await make('POST', '/admin/articles', empty)).id
const category = async ({ make }: AuditDesk): Promise<number> =>
  (await make('POST', '/admin/article-categories', { ...names, parent_id: null })).id
const tag = async ({ make }: AuditDesk): Promise<number> => (await make('POST', '/admin/article-tags', names)).id

async function saved(desk: AuditDesk): Promise<number> {
  const id = await made(desk)
  await desk.make('POST', `/admin/articles/${id}/versions`, { base_version: 0, content: contentOf() })
  return id
}
