import * as versions from '@portico/contract/article-versions-admin'
import * as contract from '@portico/contract/articles-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toPage, toWire } from '../to-wire.ts'
import { arrangeArticles } from './arrange-articles.ts'
import type { DraftRow, VersionRow } from './articles.table.ts'
import { discardDraft, readDrafts, saveDraft } from './drafts.ts'
import { importBody } from './body/import-body.ts'
import { findArticle, type ListedArticle, type ListedVersion, listArticles, listVersions, readVersion } from './list-articles.ts'
import { previewArticle } from './preview-article.ts'
import { cancelSchedule, publishArticle, unpublishArticle } from './publish-article.ts'
import { makeStarters } from './starter/make-starters.ts'
import { createArticle, deleteArticle, placeArticle, restoreVersion, saveArticle } from './write-article.ts'

const NO_CONTENT: contract.ArticleContent = { texts: { en: null, 'zh-CN': null }, audience: 'public', audience_ids: [] }

/** The console's endpoints for articles. */
export function articleAdminRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  async function view(id: number, accountId: number): Promise<contract.AdminArticle> {
    const [found, { mine, others }] = await Promise.all([findArticle(db, id), readDrafts(db, id, accountId)])
    return {
      ...toListed(found),
      content: found.newest ? toContent(found.newest) : NO_CONTENT,
      draft: mine && toDraft(mine),
      editors: others.map(({ name, at }) => ({ name, at: at.toISOString() })),
    }
  }

  serve(router, app, contract.adminListArticles, async ({ query: { page, page_size, sort, ...asked } }) =>
    toPage(await listArticles(db, asked, { page, page_size, sort }), { page, page_size }, toListed),
  )
  serve(router, app, contract.adminCreateArticle, async ({ caller, body }) =>
    view((await createArticle(database, caller, body, app.now())).id, caller.accountId),
  )
  serve(router, app, contract.adminArrangeArticles, ({ caller, body }) => arrangeArticles(database, caller, body, app.now()))
  serve(router, app, contract.adminPreviewArticle, ({ body }) => previewArticle(app, body))
  serve(router, app, contract.adminImportArticle, async ({ body: { format, text } }) => importBody(format, text))

  serve(router, app, contract.adminMakeStarters, ({ caller, body }) => makeStarters(app, caller, body.publish, app.now()))

  serve(router, app, contract.adminReadArticle, ({ caller, params: { id } }) => view(id, caller.accountId))
  serve(router, app, contract.adminPlaceArticle, async ({ caller, params: { id }, body }) => {
    await placeArticle(database, caller, id, body, app.now())
    return view(id, caller.accountId)
  })
  serve(router, app, contract.adminDeleteArticle, ({ caller, params: { id }, query }) =>
    deleteArticle(database, caller, id, { isForced: query.force === 'true' }, app.now()),
  )
  serve(router, app, versions.adminSaveDraft, async ({ caller, params: { id }, body }) => {
    return toWire(versions.adminSaveDraft.response, await saveDraft(database, caller, id, body, app.now()))
  })
  serve(router, app, versions.adminDiscardDraft, ({ caller, params: { id } }) => discardDraft(database, caller, id))
  serve(router, app, versions.adminSaveArticle, async ({ caller, params: { id }, body }) => {
    await saveArticle(database, caller, id, body, app.now())
    return view(id, caller.accountId)
  })
  serve(router, app, versions.adminListVersions, async ({ params: { id }, query: { page, page_size } }) =>
    toPage(await listVersions(db, id, { page, page_size }), { page, page_size }, toVersion),
  )
  serve(router, app, versions.adminReadVersion, async ({ params: { id, number } }) => {
    const found = await readVersion(db, id, number)
    return { ...toVersion(found), content: toContent(found.version) }
  })
  serve(router, app, versions.adminRestoreVersion, async ({ caller, params: { id }, body: { number, base_version: base } }) => {
    await restoreVersion(database, caller, { id, number, base }, app.now())
    return view(id, caller.accountId)
  })
  serve(
    router,
    app,
    contract.adminPublishArticle,
    async ({ caller, params: { id }, body: { version, expected_live: expectedLive, at } }) => {
      await publishArticle(database, caller, id, { version, expectedLive, at: at === null ? null : new Date(at) }, app.now())
      return view(id, caller.accountId)
    },
  )
  serve(router, app, contract.adminUnpublishArticle, async ({ caller, params: { id }, body }) => {
    await unpublishArticle(database, caller, id, body.archive, app.now())
    return view(id, caller.accountId)
  })
  serve(router, app, contract.adminCancelSchedule, async ({ caller, params: { id } }) => {
    await cancelSchedule(database, caller, id, app.now())
    return view(id, caller.accountId)
  })
}

function toListed({ article, planned, tagIds, views, helpful, unhelpful }: ListedArticle): contract.AdminListedArticle {
  return toWire(contract.AdminListedArticle, {
    ...article,
    tagIds,
    titles: { en: article.titleEn, 'zh-CN': article.titleZh },
    audience: planned?.audience ?? article.audience,
    audienceIds: planned?.audienceIds ?? article.audienceIds,
    views,
    helpful,
    unhelpful,
  })
}

function toDraft({ content, baseVersion, serial, savedAt }: DraftRow): contract.AdminArticle['draft'] {
  return { content, base_version: baseVersion, serial, saved_at: savedAt.toISOString() }
}

function toVersion({ version, by }: ListedVersion): versions.ArticleVersion {
  const titles = { en: version.texts.en?.title ?? null, 'zh-CN': version.texts['zh-CN']?.title ?? null }
  return toWire(versions.ArticleVersion, { ...version, by, at: version.savedAt, titles })
}

function toContent({ texts, audience, audienceIds }: VersionRow): contract.ArticleContent {
  return { texts, audience, audience_ids: audienceIds }
}
