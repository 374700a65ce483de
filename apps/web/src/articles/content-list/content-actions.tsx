import { Menu } from '@mantine/core'
import { adminListCategories, adminListTags } from '@portico/contract/article-categories-admin'
import {
  adminCancelSchedule,
  type AdminListedArticle,
  adminListArticles,
  adminPublishArticle,
  adminUnpublishArticle,
} from '@portico/contract/articles-admin'
import { useRouter } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { closeTab } from '../../app/tabs.ts'
import { useT } from '../../i18n.ts'
import { confirm } from '../../ui/confirm.tsx'
import { RowActions } from '../../ui/table/row-actions.tsx'
import { useSave } from '../../ui/use-save.ts'
import { editArticle, readArticle } from '../article-addresses.ts'
import { useTitlesOf } from '../names.ts'
import { deleteArticle } from './delete-article.ts'

const changes = [adminListArticles, adminListCategories, adminListTags]

/** Actions for an article in a list. */
export function ContentActions({ article }: { article: AdminListedArticle }) {
  const t = useT()
  const router = useRouter()
  const { title } = useTitlesOf()(article)
  const { id, version, live_version: live, scheduled_at: at, status } = article
  const publish = useSave({
    send: () => call(adminPublishArticle, { params: { id }, body: { version, expected_live: live, at: null } }),
    done: t('article_manage.published', { title }),
    changes,
  })
  const takeBack = useSave({
    send: (archive: boolean) => call(adminUnpublishArticle, { params: { id }, body: { archive } }),
    done: (_, archive) => t(archive ? 'article_manage.archived' : 'article_manage.taken_back', { title }),
    changes,
  })
  const cancelPlan = useSave({
    send: () => call(adminCancelSchedule, { params: { id } }),
    done: t('article_manage.plan_cancelled', { title }),
    changes,
  })
  const ask = async (archive: boolean): Promise<void> => {
    const word = archive ? 'archive' : 'take_back'
    const question = { title: t(`article_manage.${word}_title`, { title }), text: t(`article_manage.${word}_text`) }
    const isRead = live !== null
    if (!isRead || (await confirm({ ...question, confirm: t(`article_manage.${word}`), danger: true }))) takeBack.mutate(archive)
  }
  return (
    <RowActions
      name={title}
      onEdit={() => void router.navigate({ href: editArticle(id) })}
      words={{
        title: t('article_manage.delete_title', { title }),
        text: t(live === null ? 'article_manage.delete_text' : 'article_manage.delete_read_text'),
        done: t('article_manage.deleted', { title }),
      }}
      remove={async () => {
        await deleteArticle(id, title)
        closeTab(editArticle(id))
      }}
      changes={changes}
    >
      {live !== null && article.kind !== 'terms' && (
        <Menu.Item onClick={() => void router.navigate({ href: readArticle(id) })}>{t('article_manage.read')}</Menu.Item>
      )}
      {version > (live ?? 0) && <Menu.Item onClick={() => publish.mutate()}>{t('article_manage.publish')}</Menu.Item>}
      {at !== null && <Menu.Item onClick={() => cancelPlan.mutate()}>{t('article_manage.cancel_plan')}</Menu.Item>}
      {live !== null && <Menu.Item onClick={() => void ask(false)}>{t('article_manage.take_back')}</Menu.Item>}
      {status !== 'archived' && <Menu.Item onClick={() => void ask(true)}>{t('article_manage.archive')}</Menu.Item>}
    </RowActions>
  )
}
