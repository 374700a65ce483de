import { createFileRoute } from '@tanstack/react-router'
import { loadMyArticles, MyArticles } from './my-articles.tsx'

export const Route = createFileRoute('/_signed-in/user/article')({
  loader: loadMyArticles,
  component: UserArticlePage,
  staticData: { title: 'title.articles' },
})

function UserArticlePage() {
  return <MyArticles />
}
