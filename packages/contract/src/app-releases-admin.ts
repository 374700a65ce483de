import * as z from 'zod/mini'
import { compareVersions, ConfiguredApp, ReleasePlatform, VersionText } from './app-releases.ts'
import { endpoint, MEGABYTE } from './endpoint.ts'
import { pageOf, pageQuery, Time } from './paging.ts'
import type { Rule } from './rule-texts.ts'
import { TEMPLATE_MAX_BYTES, TemplateFault } from './templates-admin.ts'

/** URL of an app to download. Only https, because people run what they download. */
const DownloadUrl = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.refine((text) => {
    const url = /^https:\/\/\S+$/.test(text) && URL.canParse(text) ? new URL(text) : null
    return url !== null && url.username === '' && url.password === ''
  }, 'release_manage.bad_url' satisfies Rule),
)
const Notes = z.string().check(z.trim(), z.maxLength(4000))

const fields = {
  platform: ReleasePlatform,
  version: VersionText,
  /** Apps older than this version must update; null: none must. */
  minimum_version: z.nullable(VersionText),
  download_url: DownloadUrl,
  /** Other URLs of the same file as `download_url`. */
  mirrors: z.array(DownloadUrl).check(z.maxLength(5)),
  sha256: z.nullable(z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, 'release_manage.bad_sha256' satisfies Rule))),
  notes_en: Notes,
  notes_zh: Notes,
}
export const ReleaseInput = z.object(fields).check(
  z.refine(({ version, minimum_version: least }) => least === null || compareVersions(least, version) <= 0, {
    path: ['minimum_version'],
    message: 'release_manage.minimum_higher' satisfies Rule,
  }),
)
export type ReleaseInput = z.infer<typeof ReleaseInput>

export const AdminRelease = z.object({
  ...fields,
  id: z.int(),
  /** null: the release is not published. */
  published_at: z.nullable(Time),
  /** true: apps are offered this release now. */
  newest: z.boolean(),
  created_at: Time,
})
export type AdminRelease = z.infer<typeof AdminRelease>

export const adminListReleases = endpoint({
  method: 'GET',
  path: '/admin/app-releases',
  access: ['clients.read'],
  summary: 'Releases, newest version first',
  query: z.object({ ...pageQuery, app: z.optional(ConfiguredApp), platform: z.optional(ReleasePlatform) }),
  response: pageOf(AdminRelease),
})
export const adminCreateRelease = endpoint({
  method: 'POST',
  path: '/admin/app-releases',
  access: ['clients.write'],
  summary: 'Create a release; apps see it once it is published',
  body: ReleaseInput,
  response: AdminRelease,
})
export const adminUpdateRelease = endpoint({
  method: 'PUT',
  path: '/admin/app-releases/:id',
  access: ['clients.write'],
  summary: 'Change a release',
  body: ReleaseInput,
  response: AdminRelease,
})
export const adminPublishRelease = endpoint({
  method: 'PATCH',
  path: '/admin/app-releases/:id',
  access: ['clients.write'],
  summary: 'Publish or withdraw a release',
  body: z.object({ published: z.boolean() }),
  response: AdminRelease,
})
export const adminDeleteRelease = endpoint({
  method: 'DELETE',
  path: '/admin/app-releases/:id',
  access: ['clients.write'],
  summary: 'Delete a release that is not published',
})

export const adminGetConfigKey = endpoint({
  method: 'GET',
  path: '/admin/app-config/key',
  access: ['clients.read'],
  summary: 'The public key to build into apps, and the URL they read',
  response: z.object({ key: z.string(), client_url: z.string(), extension_url: z.string() }),
})
export const adminPreviewConfig = endpoint({
  method: 'POST',
  path: '/admin/app-config/preview',
  access: ['clients.read'],
  summary: 'Preview what an app would get from an unsaved configuration',
  maxBytes: MEGABYTE,
  body: z.object({ app: ConfiguredApp, text: z.string().check(z.maxLength(TEMPLATE_MAX_BYTES * 2)) }),
  response: z.object({
    faults: z.array(TemplateFault),
    /** The signed text; null if the text has faults. */
    payload: z.nullable(z.string()),
  }),
})
