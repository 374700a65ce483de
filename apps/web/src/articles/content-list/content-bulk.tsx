import { adminListCategories, adminListTags } from '@portico/contract/article-categories-admin'
import {
  type AdminListedArticle,
  adminDeleteArticle,
  adminListArticles,
  adminPublishArticle,
  adminUnpublishArticle,
} from '@portico/contract/articles-admin'
import { call } from '../../api/call.ts'
import { closeTab } from '../../app/tabs.ts'
import { useT } from '../../i18n.ts'
import { confirm } from '../../ui/confirm.tsx'
import { BulkBar, BulkButton } from '../../ui/table/bulk/bulk-bar.tsx'
import { useBulk } from '../../ui/table/bulk/use-bulk.ts'
import { editArticle } from '../article-addresses.ts'
import type { Picked } from '../../ui/table/use-picking.ts'

const ACTS = ['publish', 'take_back', 'archive', 'delete'] as const
type Act = (typeof ACTS)[number]

/** Publishes, takes back, archives or deletes the picked articles. */
export function ContentBulk({ picked }: { picked: Picked<AdminListedArticle> }) {
  const t = useT()
  const bulk = useBulk({
    picked,
    send: act,
    done: (n, how: Act) => t(`article_manage.done_${how}`, { n }),
    changes: [adminListArticles, adminListCategories, adminListTags],
  })
  const ask = async (how: Act): Promise<void> => {
    const n = picked.rows.length
    const question = { title: t(`article_manage.ask_${how}`, { n }), text: t(`article_manage.ask_${how}_text`) }
    if (await confirm({ ...question, confirm: t(label(how)), danger: how !== 'publish' })) bulk.run(picked.rows, how)
  }
  return (
    <BulkBar {...bulk.bar}>
      {ACTS.map((how) => (
        <BulkButton key={how} busy={bulk.busy} onClick={() => void ask(how)}>
          {t(label(how))}
        </BulkButton>
      ))}
    </BulkBar>
  )
}

function act({ id, version, live_version: live }: AdminListedArticle, how: Act): Promise<unknown> {
  const params = { id }
  const background = { background: true }
  if (how === 'publish')
    return call(adminPublishArticle, { params, body: { version: Math.max(version, 1), expected_live: live, at: null } }, background)
  if (how === 'delete') return call(adminDeleteArticle, { params, query: {} }, background).then(() => closeTab(editArticle(id)))
  return call(adminUnpublishArticle, { params, body: { archive: how === 'archive' } }, background)
}

function label(how: Act) {
  return how === 'delete' ? 'action.delete' : (`article_manage.${how}` as const)
}
