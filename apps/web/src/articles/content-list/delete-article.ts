import { adminDeleteArticle, BeingEdited } from '@portico/contract/articles-admin'
import { ApiError, call } from '../../api/call.ts'
import { t } from '../../i18n.ts'
import { showToast } from '../../toast.ts'
import { confirm } from '../../ui/confirm.tsx'
import { formatList } from '../../ui/format/format-number.ts'

/** Deletes an article; asks once more, by name, when others have unsaved text in it. Rejects when it stays. */
export async function deleteArticle(id: number, title: string): Promise<void> {
  try {
    await call(adminDeleteArticle, { params: { id }, query: {} }, { quiet: true })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const edited = error.code === 'article.being_edited' ? BeingEdited.safeParse(error.details).data : undefined
    if (!edited) showToast({ kind: 'error', title: t('error.request_failed'), message: error.message })
    if (!edited || !(await confirm(questionOf(title, edited.editors)))) throw error
    await call(adminDeleteArticle, { params: { id }, query: { force: 'true' } })
  }
}

function questionOf(title: string, editors: { name: string }[]) {
  const names = formatList(editors.map(({ name }) => name))
  return {
    title: t('article_manage.delete_title', { title }),
    text: t('article_manage.delete_edited_text', { names }),
    confirm: t('action.delete'),
    danger: true,
  }
}
