import type { FileType } from '@portico/contract/files'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea, id, ref, time, whole } from '../db/columns.ts'

/** Folders of materials; names are unique within their parent. */
export const fileFolders = pgTable(
  'file_folders',
  {
    id: id(),
    /** null: in the top folder. */
    parentId: ref('parent_id', (): AnyPgColumn => fileFolders.id),
    name: text('name').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [unique('file_folders_name').on(t.parentId, t.name).nullsNotDistinct()],
)
export type FileFolderRow = typeof fileFolders.$inferSelect

/**
 * Purposes of files. `material`: of operators. `avatar`: of members. `private`: no address serves it; the noun that holds it decides who
 * reads.
 */
export type FilePurpose = 'material' | 'avatar' | 'private'

/** Uploaded files. A row is written only after its bytes are stored under `key`. */
export const files = pgTable(
  'files',
  {
    id: id(),
    /** 32 random hex digits: anyone who has the address may read the file, unless it is private. */
    key: text('key').notNull(),
    purpose: text('purpose').$type<FilePurpose>().notNull(),
    /** Name as uploaded, for display only. */
    name: text('name').notNull(),
    type: text('type').$type<FileType>().notNull(),
    /** Bytes as stored. */
    size: integer('size').notNull(),
    /** In pixels; null: not a picture. */
    width: integer('width'),
    height: integer('height'),
    sha256: bytea('sha256').notNull(),
    /** null: in the top folder. */
    folderId: ref('folder_id', () => fileFolders.id),
    ownerId: ref('owner_id', () => accounts.id),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('files_key').on(t.key),
    index('files_folder').on(t.folderId),
    index('files_created').on(t.createdAt, t.id),
    // One avatar per account.
    uniqueIndex('files_avatar')
      .on(t.ownerId)
      .where(sql`purpose = 'avatar'`),
    check('files_key_form', sql`key ~ '^[0-9a-f]{32}$'`),
    check('files_purpose', sql`purpose = 'material' or (purpose in ('avatar', 'private') and owner_id is not null and folder_id is null)`),
    check('files_size', sql`size > 0 and (width is null) = (height is null)`),
  ],
)
export type FileRow = typeof files.$inferSelect

/** Texts that use a file. The reference keeps a used file from being deleted. */
export const fileUses = pgTable(
  'file_uses',
  {
    fileId: ref('file_id', () => files.id).notNull(),
    /** What uses it, such as `article`, its id, and what it is called. */
    noun: text('noun').notNull(),
    entityId: whole('entity_id').notNull(),
    title: text('title').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.noun, t.entityId] }), index('file_uses_entity').on(t.noun, t.entityId)],
)
