import { createFileRoute } from '@tanstack/react-router'

// The page's parent draws the editor.
export const Route = createFileRoute('/_signed-in/_console/admin/content/contentcreate/$articleId')({
  staticData: { title: 'title.contentedit' },
})
