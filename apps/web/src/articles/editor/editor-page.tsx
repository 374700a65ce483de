import { ArticleKind, adminReadArticle } from '@portico/contract/articles-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { get } from '../../api/query.ts'
import { closeTab } from '../../app/tabs.ts'
import { loadMessages } from '../../i18n.ts'
import { loadPageTexts } from '../../load-page-texts.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { ArticleDesk } from './article-desk.tsx'

const POLL_MS = 15_000

// The editor is drawn here and not by the child with the article's number: a new article gets its number while somebody types in it.
export const Route = createFileRoute('/_signed-in/_console/admin/content/contentcreate')({
  // `editor`: loaded only here. Texts of the address that a new article gets: when it gets it, the server may be away, and an error page
  // would stand in the writer's way.
  loader: () => Promise.all([loadMessages('editor'), loadPageTexts('/admin/content/contentcreate/1')]),
  component: EditorPage,
  staticData: { title: 'title.contentcreate' },
})

function EditorPage() {
  const { articleId } = useParams({ strict: false })
  // What a link to a new article asks for.
  const { kind } = useSearch({ strict: false }) as { kind?: string }
  const navigate = useNavigate()
  /** The new article: its id once it has one, and its number since the page opened. */
  const [made, setMade] = useState<{ id: string | null; count: number }>({ id: null, count: 0 })
  const [shown, setShown] = useState(articleId)
  if (articleId !== shown) {
    setShown(articleId)
    if (articleId === undefined) setMade({ id: null, count: made.count + 1 })
  }
  const isNew = articleId === undefined || articleId === made.id
  const created = (id: number): void => {
    setMade({ id: String(id), count: made.count })
    // From now on its tab has the number.
    closeTab('/admin/content/contentcreate')
    void navigate({
      to: '/admin/content/contentcreate/$articleId',
      params: { articleId: String(id) },
      search: true,
      replace: true,
      resetScroll: false,
    })
  }
  if (isNew)
    return (
      <NewArticle
        key={`new ${made.count} ${kind ?? ''}`}
        id={articleId}
        kind={ArticleKind.safeParse(kind).data ?? 'article'}
        onCreated={created}
      />
    )
  return <StoredArticle key={articleId} id={articleId} />
}

const read = (id: string) => ({
  ...get(adminReadArticle, { params: { id: Number(id) } }, { background: true }),
  refetchInterval: POLL_MS,
  // What is being typed comes with it: an older answer would bring back an older text.
  gcTime: 0,
  staleTime: 0,
})

function NewArticle({ id, kind, onCreated }: { id: string | undefined; kind: ArticleKind; onCreated: (id: number) => void }) {
  const { data } = useQuery({ ...read(id ?? '0'), enabled: id !== undefined })
  return <ArticleDesk opened={null} kind={kind} news={data} onCreated={onCreated} />
}

function StoredArticle({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(read(id))
  if (data) return <ArticleDesk opened={data} news={data} onCreated={() => {}} />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageLoading />
}
