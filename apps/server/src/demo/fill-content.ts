import type { NoticeInput } from '@portico/contract/notices-admin'
import type { Actor } from '../actor.ts'
import { demoContent } from '../additions.ts'
import type { App } from '../app.ts'
import { createNotice, moveNotice } from '../notices/change-notices.ts'
import { saveSettings } from '../settings/save-settings.ts'

const DAY = 24 * 3600_000

const none = { en: { label: '' }, 'zh-CN': { label: '' } }
const service = {
  'service.channels': [
    { kind: 'telegram', value: 'portico_demo', label: 'Quick questions', translations: { ...none, 'zh-CN': { label: '快速咨询' } } },
    { kind: 'email', value: 'help@example.com', label: 'Payments', translations: { ...none, 'zh-CN': { label: '付款问题' } } },
  ],
  'service.hours': 'Every day, 9:00 to 23:00',
  'service.hours_zh': '每天 9:00–23:00',
} as const

const forAll = { audience: 'all' as const, audience_ids: [], audience_days: null, starts_at: null, ends_at: null }
const notices: (NoticeInput & { daysAgo: number })[] = [
  {
    ...forAll,
    placement: 'banner',
    title: 'Maintenance in Japan on Sunday',
    body: '<p>The nodes in Japan restart on Sunday from 4:00 to 4:30. Your app changes to another location by itself.</p>',
    translations: { 'zh-CN': { title: '日本节点周日维护', body: '<p>日本节点将于周日 4:00–4:30 重启，客户端会自动切换到其他地区。</p>' } },
    daysAgo: 1,
  },
  {
    ...forAll,
    placement: 'message',
    title: 'Two new locations: Germany and the United Kingdom',
    body: '<p>Both are in every plan. Update your subscription once to see them.</p>',
    translations: { 'zh-CN': { title: '新增德国和英国节点', body: '<p>所有套餐均可使用，更新一次订阅即可看到。</p>' } },
    daysAgo: 12,
  },
]

/** Adds content beside articles: notices, service channels and what nouns add. */
export async function fillContent(app: App, by: Actor, opened: Date): Promise<void> {
  const { database } = app
  await saveSettings(database, by, { ...service, 'service.channels': [...service['service.channels']] }, opened)
  await app.reloadSettings()
  for (const fill of demoContent.all) await fill(app, by, opened)
  for (const { daysAgo, ...input } of notices) {
    const at = new Date(app.now().getTime() - daysAgo * DAY)
    const { id, version } = await createNotice(database, by, input, at)
    await moveNotice(database, by, id, { version, to: 'publish' }, at)
  }
}
