import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

export const APP_PLATFORMS = ['windows', 'macos', 'linux', 'android', 'ios'] as const
export const EXTENSION_PLATFORMS = ['chrome', 'edge', 'firefox'] as const
export const ReleasePlatform = z.enum([...APP_PLATFORMS, ...EXTENSION_PLATFORMS])
export type ReleasePlatform = z.infer<typeof ReleasePlatform>

/** What reads a configuration: our own apps, or the browser extension. */
export const ConfiguredApp = z.enum(['client', 'extension'])
export type ConfiguredApp = z.infer<typeof ConfiguredApp>

/** One to four whole numbers with dots between them, such as 2.4.10. */
export const VersionText = z.string().check(z.regex(/^\d{1,5}(\.\d{1,5}){0,3}$/))

/** Below zero where `a` is older. Numbers count, not letters: 1.10 comes after 1.9, and 1.2 is 1.2.0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionParts(a), versionParts(b)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

/** Four numbers, so that lists of them are in the order of their versions. */
export function versionParts(version: string): number[] {
  const parts = version.split('.').map(Number)
  return [...parts, 0, 0, 0].slice(0, 4)
}

export const NewestRelease = z.object({
  platform: ReleasePlatform,
  version: z.string(),
  /** Whatever is older must be updated before it is used on; null: nothing must. */
  minimum_version: z.nullable(z.string()),
  download_url: z.string(),
  /** The same file elsewhere. */
  mirrors: z.array(z.string()),
  /** Of the file, in hexadecimal; null for pages of a store. */
  sha256: z.nullable(z.string()),
  /** Plain text. */
  notes_en: z.string(),
  notes_zh: z.string(),
  published_at: Time,
  /** null where no version was given to compare with. */
  update_available: z.nullable(z.boolean()),
  must_update: z.nullable(z.boolean()),
})
export type NewestRelease = z.infer<typeof NewestRelease>

export const fetchVersions = endpoint({
  method: 'POST',
  path: '/api/comm/version',
  access: 'public',
  summary: 'The newest release of each platform, or of one; with the version that runs, whether to update',
  body: z.object({ platform: z.optional(ReleasePlatform), version: z.optional(VersionText) }),
  response: z.object({ items: z.array(NewestRelease), total: z.int() }),
})

export const AppConfigQuery = z.object({
  app: ConfiguredApp,
  /** Made by the installation once and kept: it decides who is among the first to get a new version. */
  id: z.optional(z.string().check(z.regex(/^[\w-]{8,64}$/))),
})
export const SignedConfig = z.object({
  /** JSON with sorted keys and no spaces. Its UTF-8 bytes are what is signed. */
  payload: z.string(),
  /** Base64 of 64 bytes. */
  signature: z.string(),
  /** Base64 of the 32 bytes of the public key. To be compared with the one the app was built with, never trusted. */
  key: z.string(),
  /** Of the configuration; 0: the one that is built in. */
  version: z.int(),
})
export type SignedConfig = z.infer<typeof SignedConfig>

export const getAppConfig = endpoint({
  method: 'GET',
  path: '/api/comm/app_config',
  access: 'public',
  summary: 'What our own apps read when they start, signed with Ed25519; may be called without a signature, and while the site is closed',
  query: AppConfigQuery,
  response: SignedConfig,
})
