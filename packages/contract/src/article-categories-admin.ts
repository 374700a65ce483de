import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const name = z.string().check(z.trim(), z.maxLength(60))
/** Names by language. One language is enough; the other falls back to it. */
const names = { name_en: name, name_zh: name }
const named = z.refine<{ name_en: string; name_zh: string }>(({ name_en, name_zh }) => name_en !== '' || name_zh !== '', {
  path: ['name_en'],
})

export const CategoryInput = z.object({ ...names, parent_id: z.nullable(z.int()) }).check(named)
export type CategoryInput = z.infer<typeof CategoryInput>
export const AdminCategory = z.object({
  id: z.int(),
  ...names,
  parent_id: z.nullable(z.int()),
  /** Articles directly in this category, in any status. Articles of its child categories do not count. */
  article_count: z.int(),
})
export type AdminCategory = z.infer<typeof AdminCategory>

export const TagInput = z.object(names).check(named)
export type TagInput = z.infer<typeof TagInput>
export const AdminTag = z.object({ id: z.int(), ...names, article_count: z.int() })
export type AdminTag = z.infer<typeof AdminTag>

/** How deep categories may be nested, in levels. */
export const MAX_LEVELS = 3

const access = ['content.write'] as const

export const adminListCategories = endpoint({
  method: 'GET',
  path: '/admin/article-categories',
  access,
  summary: 'Categories in reading order, parents before children',
  response: z.object({ items: z.array(AdminCategory), total: z.int() }),
})
export const adminCreateCategory = endpoint({
  method: 'POST',
  path: '/admin/article-categories',
  access,
  summary: 'Create a category, last among its siblings',
  body: CategoryInput,
  response: AdminCategory,
})
export const adminUpdateCategory = endpoint({
  method: 'PUT',
  path: '/admin/article-categories/:id',
  access,
  summary: 'Rename a category, or move it below another',
  body: CategoryInput,
  response: AdminCategory,
})
export const adminDeleteCategory = endpoint({
  method: 'DELETE',
  path: '/admin/article-categories/:id',
  access,
  summary: 'Delete an empty category',
})
export const adminSortCategories = endpoint({
  method: 'PUT',
  path: '/admin/article-categories/order',
  access,
  summary: 'Arrange the categories below one parent',
  body: z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(500)) }),
})
export const adminListTags = endpoint({
  method: 'GET',
  path: '/admin/article-tags',
  access,
  summary: 'Tags by name',
  response: z.object({ items: z.array(AdminTag), total: z.int() }),
})
export const adminCreateTag = endpoint({
  method: 'POST',
  path: '/admin/article-tags',
  access,
  summary: 'Create a tag',
  body: TagInput,
  response: AdminTag,
})
export const adminUpdateTag = endpoint({
  method: 'PUT',
  path: '/admin/article-tags/:id',
  access,
  summary: 'Rename a tag',
  body: TagInput,
  response: AdminTag,
})
export const adminDeleteTag = endpoint({
  method: 'DELETE',
  path: '/admin/article-tags/:id',
  access,
  summary: 'Delete a tag and take it off its articles',
})
