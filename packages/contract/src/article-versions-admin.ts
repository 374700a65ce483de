import * as z from 'zod/mini'
import { AdminArticle, AdminListedArticle, ArticleContent, StoredContent, VersionNumber } from './articles-admin.ts'
import { endpoint, MAX_INTEGER, MEGABYTE } from './endpoint.ts'
import { NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { NameOrAddress } from './personal.ts'

export const ArticleVersion = z.object({
  number: z.int(),
  /** Who saved the version. */
  by: z.nullable(NameOrAddress),
  at: Time,
  note: z.string(),
  /** Number of the older version that this one restores; null: it restores none. */
  restored_from: z.nullable(z.int()),
  titles: AdminListedArticle.shape.titles,
})
export type ArticleVersion = z.infer<typeof ArticleVersion>

const access = ['content.write'] as const
const one = '/admin/articles/:id'
/** Number of the version that changes are made to; 0: the article has none yet. */
const base_version = z.int().check(z.gte(0), z.lte(MAX_INTEGER))
const VersionParams = z.object({ id: NumberText, number: z.pipe(NumberText, VersionNumber) })

export const adminSaveDraft = endpoint({
  method: 'PUT',
  path: `${one}/draft`,
  access,
  summary: 'Keep what I am typing; readers and other editors do not see it',
  maxBytes: MEGABYTE,
  body: z.object({
    base_version,
    content: ArticleContent,
    /** Rises by at least one with each autosave, starting from the draft's own. A call with a lower or equal number changes nothing. */
    serial: VersionNumber,
  }),
  response: z.object({
    saved_at: Time,
    /** Serial of the stored draft; null: nothing is stored, because the caller has saved a version newer than `base_version`. */
    serial: z.nullable(z.int()),
  }),
})
export const adminDiscardDraft = endpoint({
  method: 'DELETE',
  path: `${one}/draft`,
  access,
  summary: 'Discard my unsaved changes',
})
/** `details` of `article.changed`: the version that someone else saved in between. */
export const NewerVersion = z.object({ number: z.int(), by: z.nullable(NameOrAddress), at: Time, content: StoredContent })
export type NewerVersion = z.infer<typeof NewerVersion>
export const adminSaveArticle = endpoint({
  method: 'POST',
  path: `${one}/versions`,
  access,
  summary: 'Save a version; 409 `article.changed` with the newer one if someone saved in between',
  maxBytes: MEGABYTE,
  body: z.object({ base_version, content: ArticleContent, note: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
  response: AdminArticle,
})
export const adminListVersions = endpoint({
  method: 'GET',
  path: `${one}/versions`,
  access,
  summary: 'Versions of an article, newest first',
  query: z.object(pageQuery),
  response: pageOf(ArticleVersion),
})
export const adminReadVersion = endpoint({
  method: 'GET',
  path: `${one}/versions/:number`,
  access,
  summary: 'One version with its texts',
  params: VersionParams,
  response: z.object({ ...ArticleVersion.shape, content: StoredContent }),
})
export const adminRestoreVersion = endpoint({
  method: 'POST',
  path: `${one}/restore`,
  access,
  summary: 'Save an old version again as the newest',
  body: z.object({ base_version, number: VersionNumber }),
  response: AdminArticle,
})
