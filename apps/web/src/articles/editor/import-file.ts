import type { Language } from '@portico/contract/translations'
import { adminImportArticle, MAX_BODY_LENGTH } from '@portico/contract/articles-admin'
import { call } from '../../api/call.ts'
import { t } from '../../i18n.ts'
import { showToast } from '../../toast.ts'
import { confirm } from '../../ui/confirm.tsx'
import { withText } from './desk/content.ts'
import type { Desk } from './desk/desk.ts'

/** Puts the text of an .html or .md file in place of a language's body, and its first heading in place of an empty title. */
export async function importFile(desk: Desk, language: Language, file: File): Promise<void> {
  if (file.size > MAX_BODY_LENGTH * 4) return tooLong()
  const text = await file.text()
  if (text.length > MAX_BODY_LENGTH) return tooLong()
  const question = { title: t('editor.import_title', { name: file.name }), text: t('editor.import_text'), confirm: t('editor.import_go') }
  if (desk.content().texts[language]?.body && !(await confirm(question))) return
  const format = /\.html?$/i.test(file.name) ? 'html' : 'markdown'
  // A failure has been announced, and nothing has changed.
  const imported = await call(adminImportArticle, { body: { format, text } }).catch(() => null)
  if (!imported) return
  const { title, body, dropped_images: dropped } = imported
  const now = desk.content()
  desk.replace(withText(now, language, { title: now.texts[language]?.title || title, body }))
  if (dropped > 0) showToast({ kind: 'warning', message: t('editor.foreign_pictures', { n: dropped }) })
  else showToast({ kind: 'success', message: t('editor.imported') })
}

function tooLong(): void {
  showToast({ kind: 'error', message: t('editor.import_long') })
}
