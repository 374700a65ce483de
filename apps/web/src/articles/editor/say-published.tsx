import type { AdminArticle } from '@portico/contract/articles-admin'
import { t } from '../../i18n.ts'
import { showToast } from '../../toast.ts'
import { showToastWithLink } from '../../ui/toast-with-link.tsx'
import { readArticle } from '../article-addresses.ts'

/** Says that an article is published, with a link to it. Terms have no page of their own. */
export function sayPublished({ id, kind }: AdminArticle): void {
  const message = t('editor.published')
  if (kind === 'terms') showToast({ kind: 'success', message })
  // In a new tab: the editor stays open.
  else
    showToastWithLink(
      message,
      <a href={readArticle(id)} target="_blank" rel="noreferrer">
        {t('editor.view')}
      </a>,
    )
}
