import {
  adminDiscardDraft,
  adminListVersions,
  adminRestoreVersion,
  adminSaveArticle,
  NewerVersion,
} from '@portico/contract/article-versions-admin'
import {
  type AdminArticle,
  adminCancelSchedule,
  adminListArticles,
  adminPublishArticle,
  adminReadArticle,
  adminUnpublishArticle,
} from '@portico/contract/articles-admin'
import { useState } from 'react'
import { ApiError, call } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { t } from '../../../i18n.ts'
import { sayPublished } from '../say-published.tsx'
import { showToast } from '../../../toast.ts'
import { reasonOf } from '../reason-of.ts'
import { uploads } from '../schema/uploads.ts'
import { equalContent } from './content.ts'
import type { Desk } from './desk.ts'

const QUIET = { background: true } as const

/** Actions on the opened article, one at a time; each reports its result. */
export function useActions(desk: Desk) {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<string | undefined>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      const message = await work()
      if (message) showToast({ kind: 'success', message })
    } catch (error) {
      report(desk, error)
    } finally {
      setBusy(false)
      void invalidate(adminListArticles, adminListVersions, adminReadArticle)
    }
  }
  return {
    isBusy,
    save: (note: string) =>
      run(async () => {
        const before = desk.state.get().article?.version
        const saved = await save(desk, note)
        return saved ? t(saved.version === before ? 'editor.no_change' : 'editor.version_saved') : undefined
      }),
    /** Publishes what is on the desk, as a new version if need be. null: now. */
    publish: (at: string | null) =>
      run(async () => {
        // What the page shows now: the answer to saving may already name another one.
        const expected_live = desk.state.get().article?.live_version ?? null
        const article = await newest(desk)
        if (!article) return undefined
        const body = { version: article.version, expected_live, at }
        desk.hear(await call(adminPublishArticle, { params: { id: article.id }, body }, QUIET))
        if (at !== null) return t('editor.scheduled')
        sayPublished(article)
        return undefined
      }),
    cancelSchedule: () =>
      run(async () => {
        const { article } = desk.state.get()
        if (!article) return undefined
        desk.hear(await call(adminCancelSchedule, { params: { id: article.id } }, QUIET))
        return t('editor.schedule_cancelled')
      }),
    takeBack: (archive: boolean) =>
      run(async () => {
        const { article } = desk.state.get()
        if (!article) return undefined
        desk.hear(await call(adminUnpublishArticle, { params: { id: article.id }, body: { archive } }, QUIET))
        return t(archive ? 'editor.archived' : 'editor.taken_back')
      }),
    restore: (number: number) =>
      run(async () => {
        const article = await newest(desk, t('editor.note_before_restore', { n: number }))
        if (!article) return undefined
        desk.adopt(await restore(article.id, number, article.version))
        return t('editor.restored', { n: number })
      }),
    discard: () =>
      run(async () => {
        const { article } = desk.state.get()
        if (!article) return undefined
        await desk.flush()
        await call(adminDiscardDraft, { params: { id: article.id } }, QUIET)
        desk.adopt(desk.state.get().article ?? article)
        return t('editor.discarded')
      }),
    /** Someone saved in between: mine becomes the newest version. Theirs stays in the list of versions. */
    overwrite: (theirs: NewerVersion) => run(async () => ((await save(desk, '', theirs.number)) ? t('editor.version_saved') : undefined)),
    /** Someone saved in between: theirs becomes the newest version. Mine is kept as the version before it. */
    yield: (theirs: NewerVersion) =>
      run(async () => {
        const mine = await save(desk, t('editor.note_set_aside'), theirs.number)
        if (!mine) return undefined
        desk.adopt(await restore(mine.id, theirs.number, mine.version))
        return t('editor.taken_theirs')
      }),
  }
}
export type Actions = ReturnType<typeof useActions>

async function save(desk: Desk, note: string, base?: number): Promise<AdminArticle | null> {
  if ([...uploads.get().values()].some(({ failed }) => failed === null)) {
    showToast({ kind: 'warning', message: t('editor.wait_pictures') })
    return null
  }
  await desk.flush()
  const { article, base: began } = desk.state.get()
  if (!article) return null
  const content = desk.content()
  // Typing that was undone makes no version.
  if (base === undefined && began === article.version && article.version > 0 && equalContent(content, article.content)) {
    await call(adminDiscardDraft, { params: { id: article.id } }, QUIET)
    desk.settle({ ...article, draft: null }, content)
    return article
  }
  const body = { base_version: base ?? began, content, ...(note === '' ? {} : { note }) }
  const saved = await call(adminSaveArticle, { params: { id: article.id }, body }, QUIET)
  desk.settle(saved, content)
  return saved
}

/** Saves everything typed and returns the article; null: saving failed. */
async function newest(desk: Desk, note = ''): Promise<AdminArticle | null> {
  const { article, isChanged } = desk.state.get()
  return isChanged || article?.version === 0 ? save(desk, note) : article
}

const restore = (id: number, number: number, base: number): Promise<AdminArticle> =>
  call(adminRestoreVersion, { params: { id }, body: { base_version: base, number } }, QUIET)

function report(desk: Desk, error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  const newer = error.code === 'article.changed' ? NewerVersion.safeParse(error.details).data : undefined
  if (newer) desk.setNewer(newer)
  else if (error.status !== 403) showToast({ kind: 'error', title: t('error.request_failed'), message: reasonOf(error) })
}
