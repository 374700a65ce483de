import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

export const APP_PLATFORMS = ['windows', 'macos', 'linux', 'android', 'ios'] as const
export const EXTENSION_PLATFORMS = ['chrome', 'edge', 'firefox'] as const
export const ReleasePlatform = z.enum([...APP_PLATFORMS, ...EXTENSION_PLATFORMS])
export type ReleasePlatform = z.infer<typeof ReleasePlatform>

/** The programs that read a configuration from the site: our own apps, and the browser extension. */
export const ConfiguredApp = z.enum(['client', 'extension'])
export type ConfiguredApp = z.infer<typeof ConfiguredApp>

/** One to four whole numbers separated by dots, such as 2.4.10. */
export const VersionText = z.string().check(z.regex(/^\d{1,5}(\.\d{1,5}){0,3}$/))

/** Below zero if `a` is older. Compares numbers, not text: 1.10 is newer than 1.9, and 1.2 equals 1.2.0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionParts(a), versionParts(b)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

/** Four numbers, so that arrays sort by version. */
export function versionParts(version: string): number[] {
  const parts = version.split('.').map(Number)
  return [...parts, 0, 0, 0].slice(0, 4)
}

export const NewestRelease = z.object({
  platform: ReleasePlatform,
  version: z.string(),
  /** Apps older than this version must update before further use; null: none must. */
  minimum_version: z.nullable(z.string()),
  download_url: z.string(),
  /** Other URLs of the same file as `download_url`. */
  mirrors: z.array(z.string()),
  /** SHA-256 of the file, in hex; null for pages of app stores. */
  sha256: z.nullable(z.string()),
  /** Release notes as plain text. */
  notes_en: z.string(),
  notes_zh: z.string(),
  published_at: Time,
  /** Compared with the version in the request; null if the request named none. */
  update_available: z.nullable(z.boolean()),
  must_update: z.nullable(z.boolean()),
})
export type NewestRelease = z.infer<typeof NewestRelease>

export const fetchVersions = endpoint({
  method: 'POST',
  path: '/api/comm/version',
  access: 'public',
  summary: 'The newest release of one platform or of each; given the running version, also whether to update',
  body: z.object({ platform: z.optional(ReleasePlatform), version: z.optional(VersionText) }),
  response: z.object({ items: z.array(NewestRelease), total: z.int() }),
})

export const AppConfigQuery = z.object({
  app: ConfiguredApp,
  /** Id of the installation, generated once and kept by it. It decides who gets a new version first. */
  id: z.optional(z.string().check(z.regex(/^[\w-]{8,64}$/))),
})
export const SignedConfig = z.object({
  /** JSON with sorted keys and no spaces. The signature covers its UTF-8 bytes. */
  payload: z.string(),
  /** Ed25519 signature: base64 of 64 bytes. */
  signature: z.string(),
  /** The 32-byte public key in base64. Compare it with the key built into the app; never trust it. */
  key: z.string(),
  /** Version of the configuration; 0: the built-in one. */
  version: z.int(),
})
export type SignedConfig = z.infer<typeof SignedConfig>

export const getAppConfig = endpoint({
  method: 'GET',
  path: '/api/comm/app_config',
  access: 'public',
  summary: 'Configuration for our own apps, signed with Ed25519; needs no request signature and works while the site is closed',
  query: AppConfigQuery,
  response: SignedConfig,
})
