import { contentOf } from '../publish-article.ts'
import { type AuditCalls, type AuditDesk, leaves, on } from './audit-desk.ts'

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

export const articleCalls: AuditCalls = {
  'POST /admin/articles': leaves('article.create', () => ({ body: empty })),
  'PATCH /admin/articles/:id': leaves(
    'article.place',
    on(made, async (desk) => ({ tag_ids: [await tag(desk)] })),
  ),
  'DELETE /admin/articles/:id': leaves('article.delete', on(made)),
  'POST /admin/articles/:id/versions': leaves('article.save', on(made, { base_version: 0, content: contentOf(), note: 'first' })),
  'POST /admin/articles/:id/restore': leaves('article.save', on(saved, { base_version: 1, number: 1 })),
  'POST /admin/articles/:id/publish': leaves('article.publish', on(saved, { version: 1, expected_live: null, at: null })),
  'POST /admin/articles/:id/unpublish': leaves('article.archive', on(saved, { archive: true })),
  'DELETE /admin/articles/:id/schedule': leaves('article.unschedule', async (desk) => {
    const id = await saved(desk)
    await desk.make('POST', `/admin/articles/${id}/publish`, { version: 1, expected_live: null, at: '9999-01-01T00:00:00Z' })
    return { id }
  }),
  'PUT /admin/articles/order': leaves(['article.sort', 'article_category'], async (desk) => {
    const id = await category(desk)
    return { body: { category_id: id, ids: [await made(desk), await made(desk)].toReversed() }, entityId: id }
  }),
  'POST /admin/articles/starters': leaves('article.starters', () => ({ body: { publish: true } })),

  'POST /admin/article-categories': leaves('article_category.create', () => ({ body: { ...names, parent_id: null } })),
  'PUT /admin/article-categories/:id': leaves(
    'article_category.update',
    on(category, { name_en: 'Renamed', name_zh: '', parent_id: null }),
  ),
  'DELETE /admin/article-categories/:id': leaves('article_category.delete', on(category)),
  'PUT /admin/article-categories/order': leaves('article_category.sort', async (desk) => ({
    body: { ids: [await category(desk), await category(desk)].toReversed() },
  })),
  'POST /admin/article-tags': leaves('article_tag.create', () => ({ body: names })),
  'PUT /admin/article-tags/:id': leaves('article_tag.update', on(tag, { name_en: 'Renamed', name_zh: '' })),
  'DELETE /admin/article-tags/:id': leaves('article_tag.delete', on(tag)),
}
