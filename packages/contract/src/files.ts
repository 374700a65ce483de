import * as z from 'zod/mini'
import { endpoint, MEGABYTE } from './endpoint.ts'

/** A file's type, detected from its content. All pictures are stored as WebP. `text/plain` is allowed in private files only. */
export const FileType = z.enum(['image/webp', 'application/pdf', 'application/zip', 'text/plain'])
export type FileType = z.infer<typeof FileType>

export const fileExtension = {
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/plain': 'txt',
} as const satisfies Record<FileType, string>

/** Address of an uploaded picture on this site, or '' for none. */
export const PictureAddress = z.union([z.literal(''), z.string().check(z.regex(/^\/files\/[0-9a-f]{32}\.webp$/))])

/** Most bytes of one uploaded file. */
export const MAX_FILE_BYTES = 20 * MEGABYTE
export const MAX_AVATAR_BYTES = 5 * MEGABYTE
/** Longest side of a stored picture, and of its small copy for lists, in pixels. */
export const MAX_SIDE = 2560
export const THUMBNAIL_SIDE = 400
/** Width and height of an avatar, in pixels. */
export const AVATAR_SIDE = 256

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/muser/profile/avatar',
  access: 'member',
  summary: 'Upload a picture of myself; its middle square is kept and replaces the previous one',
  upload: true,
  maxBytes: MAX_AVATAR_BYTES,
  response: z.object({ avatar: z.string() }),
})
export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/muser/profile/avatar',
  access: 'member',
  summary: 'Remove my picture; my initials are shown again',
})
