import { createFileRoute } from '@tanstack/react-router'
import { loadMyArticles, MyArticles } from './my-articles.tsx'

export const Route = createFileRoute('/_signed-in/article/list')({
  loader: loadMyArticles,
  component: ArticleListPage,
  staticData: { title: 'title.articles' },
})

function ArticleListPage() {
  return <MyArticles />
}
