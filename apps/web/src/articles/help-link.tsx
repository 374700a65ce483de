import { fetchArticles } from '@portico/contract/articles'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'

/** Leads to the articles, if there is one for this member. */
export function HelpLink() {
  const t = useT()
  const { data } = useQuery(get(fetchArticles, { query: { page_size: '1' } }, { background: true }))
  if (!data || data.items.length === 0) return null
  return (
    <Link className="hit small" to="/article/list">
      {t('articles.help')}
    </Link>
  )
}
