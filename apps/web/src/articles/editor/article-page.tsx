import { createFileRoute } from '@tanstack/react-router'

// Its parent draws the editor.
export const Route = createFileRoute('/_signed-in/_console/admin/content/contentcreate/$articleId')({
  component: () => null,
  staticData: { title: 'title.contentcreate' },
})
