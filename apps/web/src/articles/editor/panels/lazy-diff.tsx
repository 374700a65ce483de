import type { ArticleContent } from '@portico/contract/articles-admin'
import { Suspense } from 'react'
import { useT } from '../../../i18n.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'

const ContentDiff = lazyPart(async () => (await import('./content-diff.tsx')).ContentDiff)

/** `ContentDiff`, whose comparison is loaded when needed. */
export function LazyDiff({ before, after }: { before: ArticleContent; after: ArticleContent }) {
  const t = useT()
  return (
    <Suspense fallback={<p role="status">{t('state.loading')}</p>}>
      <ContentDiff before={before} after={after} />
    </Suspense>
  )
}
