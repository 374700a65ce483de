import { type Language, LANGUAGES } from '@portico/contract/translations'
import type { StartersMade } from '@portico/contract/articles-admin'
import { inArray, or, sql } from 'drizzle-orm'
import type { Actor } from '../../actor.ts'
import type { App } from '../../app.ts'
import { createCategory } from '../../article-categories/change-categories.ts'
import { createTag } from '../../article-categories/change-tags.ts'
import { listCategories, listTags } from '../../article-categories/list-categories.ts'
import { record, recordedAsOne } from '../../audit/record.ts'
import type { Database, Tx } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import { createFolder, listFolders } from '../../files/folders.ts'
import { storeOwnPicture } from '../../files/store-file.ts'
import { fileUrl } from '../../files/stored-bytes.ts'
import { copyShelves } from '../arrange-articles.ts'
import { articles } from '../articles.table.ts'
import { publishArticle } from '../publish-article.ts'
import { createArticle, placeArticle, saveArticle } from '../write-article.ts'
import { type Addresses, readPicture, readStarter, renderStarter, type Starter } from './read-starter.ts'
import { starterCategories, type StarterCategory, type StarterName, starters, starterTags, type StarterTag } from './starters.ts'

type Desk = { app: App; by: Actor; database: Database; at: Date }
type Texts = Record<Language, Starter>

/** Folder of the pictures among the materials. */
const FOLDER = 'Starter articles · 入门文章'
/** Pixels per point: screenshots have double size. */
const DENSITY = 2

/**
 * Creates the missing starter articles with categories, tags and pictures, all or nothing. Existing titles are skipped, so it may be called
 * twice. Throws `article.starters_made` if none is missing, and as `storeOwnPicture` does.
 */
export function makeStarters(app: App, by: Actor, publish: boolean, at: Date): Promise<StartersMade> {
  return app.database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.starter_articles'))`)
    const texts = await readTexts()
    const known = await articlesByTitle(tx, texts)
    const missing = [...texts.keys()].filter((name) => !known.has(name))
    if (missing.length === 0) throw new AppError('article.starters_made')
    // One transaction for all: the verbs open none of their own.
    const database: Database = { ...app.database, db: tx, transaction: (work) => work(tx) }
    const desk = { app: { ...app, database }, by, database, at }
    const files = await recordedAsOne(tx, () => make(desk, { texts, missing, known, publish }))
    const titles = missing.map((name) => texts.get(name)?.en.title)
    await record(tx, by, { action: 'article.starters', entity: 'article', after: { titles } }, at)
    return { articles: missing.length, files }
  })
}

type Job = { texts: Map<StarterName, Texts>; missing: StarterName[]; known: Map<StarterName, number>; publish: boolean }

/** Creates the articles first and then saves their texts, which link to each other. Returns the number of pictures stored. */
async function make(desk: Desk, { texts, missing, known, publish }: Job): Promise<number> {
  const { database, by, at } = desk
  const places = await makePlaces(desk)
  const ids = new Map(known)
  for (const name of missing) {
    const { category, tags } = starters[name]
    const { id } = await createArticle(database, by, { kind: 'article', type: null, category_id: places.categories[category] }, at)
    await placeArticle(database, by, id, { tag_ids: tags.map((tag) => places.tags[tag]) }, at)
    ids.set(name, id)
  }
  const pictures = await storePictures(
    desk,
    missing.flatMap((name) => texts.get(name) ?? []),
  )
  for (const name of missing) {
    const [id, text] = [ids.get(name), texts.get(name)]
    if (id === undefined || !text) continue
    const written = (language: Language) => renderStarter(text[language], addresses(ids, pictures, language))
    const content = { texts: { en: written('en'), 'zh-CN': written('zh-CN') }, audience: 'public' as const, audience_ids: [] }
    const { version } = await saveArticle(database, by, id, { base_version: 0, content }, at)
    if (publish) await publishArticle(database, by, id, { version, expectedLive: null, at: null }, at)
  }
  return new Set([...pictures.values()].map(({ url }) => url)).size
}

async function readTexts(): Promise<Map<StarterName, Texts>> {
  const names = Object.keys(starters) as StarterName[]
  const read = names.map(async (name) => [name, { en: await readStarter(name, 'en'), 'zh-CN': await readStarter(name, 'zh-CN') }] as const)
  return new Map(await Promise.all(read))
}

async function articlesByTitle(tx: Tx, texts: Map<StarterName, Texts>): Promise<Map<StarterName, number>> {
  const titles = (language: Language) => [...texts.values()].map((text) => text[language].title)
  const rows = await tx
    .select({ id: articles.id, en: articles.titleEn, zh: articles.titleZh })
    .from(articles)
    .where(or(inArray(articles.titleEn, titles('en')), inArray(articles.titleZh, titles('zh-CN'))))
  const byTitle = new Map(rows.flatMap(({ id, en, zh }) => [en, zh].flatMap((title) => (title === null ? [] : [[title, id] as const]))))
  return new Map(
    [...texts].flatMap(([name, text]) => {
      const id = byTitle.get(text.en.title) ?? byTitle.get(text['zh-CN'].title)
      return id === undefined ? [] : [[name, id] as const]
    }),
  )
}

type Places = { categories: Record<StarterCategory, number>; tags: Record<StarterTag, number> }

/** Categories and tags of these names, made where they are missing. */
async function makePlaces({ database, by, at }: Desk): Promise<Places> {
  const tree = { database, onNumbered: copyShelves }
  const [shelves, labels] = [await listCategories(database.db), await listTags(database.db)]
  const categories: Partial<Record<StarterCategory, number>> = {}
  for (const [key, { within, ...names }] of entriesOf(starterCategories)) {
    const parent = within === null ? null : (categories[within] ?? null)
    const known = shelves.find(({ category }) => category.nameEn === names.name_en && category.parentId === parent)
    categories[key] = known?.category.id ?? (await createCategory(tree, by, { ...names, parent_id: parent }, at)).id
  }
  const tags: Partial<Record<StarterTag, number>> = {}
  for (const [key, names] of entriesOf(starterTags)) {
    const known = labels.find(({ tag }) => tag.nameEn === names.name_en)
    tags[key] = known?.tag.id ?? (await createTag(database, by, names, at)).id
  }
  // Every key was walked above.
  return { categories, tags } as Places
}

type Stored = { url: string; width: number; height: number }

/** Stores each picture of the texts once. Keys are those of `keyOf`. */
async function storePictures({ app, by, database, at }: Desk, texts: Texts[]): Promise<Map<string, Stored>> {
  const folder = (await listFolders(database.db)).find(({ folder: { name, parentId } }) => name === FOLDER && parentId === null)
  const folderId = folder?.folder.id ?? (await createFolder(database, by, { name: FOLDER, parent_id: null }, at))
  const wanted = texts.flatMap((text) => LANGUAGES.flatMap((language) => text[language].pictures.map(({ name }) => ({ name, language }))))
  const stored = new Map<string, Stored>()
  // In sequence: each person's pictures are decoded in turn, and few may wait.
  for (const { name, language } of wanted) {
    const { bytes, isShared } = await readPicture(name, language)
    const file = isShared ? name : `${name}.${language}`
    if (stored.has(file)) continue
    const row = await storeOwnPicture(app, by, folderId, { name: `${file}.webp`, bytes })
    stored.set(file, { url: fileUrl(row), width: half(row.width), height: half(row.height) })
  }
  return stored
}

function addresses(ids: Map<string, number>, pictures: Map<string, Stored>, language: Language): Addresses {
  return {
    picture(name) {
      const found = pictures.get(`${name}.${language}`) ?? pictures.get(name)
      if (!found) throw new Error(`no picture ${name}`)
      return found
    },
    article: (name) => `/help/${ids.get(name) ?? ''}`,
  }
}

const half = (pixels: number | null): number => Math.round((pixels ?? 0) / DENSITY)

/** The entries with the names of the keys, which Object.entries forgets. */
function entriesOf<Key extends string, Value>(record: Record<Key, Value>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][]
}
