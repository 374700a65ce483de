import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { publishNew } from '../articles/publish-new.ts'
import { makeStarters } from '../articles/starter/make-starters.ts'

const TERMS = {
  en: {
    title: 'Terms of service',
    summary: '',
    body: '<p>Your link is for you and your own devices.</p><p>Use the service as the law of your country allows.</p>',
  },
  'zh-CN': { title: '服务条款', summary: '', body: '<p>订阅链接仅供您本人的设备使用。</p><p>请在当地法律允许的范围内使用本服务。</p>' },
}

/** The terms of service and the starter articles. */
export async function fillArticles(app: App, by: Actor, at: Date): Promise<void> {
  const content = { texts: TERMS, audience: 'public' as const, audience_ids: [] }
  await publishNew(app.database, by, { kind: 'terms', type: 'tos', category_id: null, content }, at)
  await makeStarters(app, by, true, at)
}
