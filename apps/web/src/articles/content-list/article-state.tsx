import type { AdminListedArticle } from '@portico/contract/articles-admin'
import { useT } from '../../i18n.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Stacked } from '../../ui/stacked.tsx'
import { STATUS_TONES } from '../status-tones.ts'

/** Whether readers see an article, and what is about to change for them. */
export function ArticleState({ article }: { article: AdminListedArticle }) {
  const t = useT()
  const { status, version, live_version: live, scheduled_at: at } = article
  const badge = <StatusBadge tone={STATUS_TONES[status]} label={t(`article_manage.status_${status}`)} />
  if (at !== null)
    return (
      <Stacked
        note={
          <>
            {status === 'published' && `${t('article_manage.next_version')} `}
            <DateTime value={at} />
          </>
        }
      >
        {badge}
      </Stacked>
    )
  return <Stacked note={live !== null && version > live ? t('article_manage.newer') : null}>{badge}</Stacked>
}
