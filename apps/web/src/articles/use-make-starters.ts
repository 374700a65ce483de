import { adminListCategories, adminListTags } from '@portico/contract/article-categories-admin'
import { adminListArticles, adminMakeStarters } from '@portico/contract/articles-admin'
import { adminListFiles } from '@portico/contract/files-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { useSave } from '../ui/use-save.ts'

/** Adds the articles that Portico brings, published or as drafts. */
export function useMakeStarters() {
  const t = useT()
  return useSave({
    send: (publish: boolean) => call(adminMakeStarters, { body: { publish } }),
    done: ({ articles }, publish) => t(publish ? 'starters.published' : 'starters.drafted', { n: articles }),
    changes: [adminListArticles, adminListCategories, adminListTags, adminListFiles],
  })
}
