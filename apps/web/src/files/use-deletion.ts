import {
  adminDeleteFiles,
  adminListFiles,
  adminListFileUses,
  adminListFolders,
  type AdminFile,
  FileUse,
} from '@portico/contract/files-admin'
import { useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { ApiError, call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { confirm } from '../ui/confirm.tsx'
import { useSave } from '../ui/use-save.ts'
import { textOfUse } from './text-of-use.ts'

const InUse = z.object({ uses: z.array(FileUse) })
const NAMED = 3

/** Deletes files after asking. If a text uses one of them, says which text instead of asking. */
export function useDeletion(after: () => void) {
  const t = useT()
  const router = useRouter()
  const remove = useSave({
    send: async (ids: number[]) => {
      try {
        return await call(adminDeleteFiles, { body: { ids } }, { background: true })
      } catch (error) {
        if (error instanceof ApiError) showToast({ kind: 'error', message: refusalOf(error) })
        throw error
      }
    },
    done: ({ changed }) => t('files.deleted', { n: changed }),
    changes: [adminListFiles, adminListFolders],
    after,
  })
  const placesOf = (uses: FileUse[]): string => {
    const places = [...new Set(uses.map(textOfUse))].slice(0, NAMED)
    return t('files.in_use', { places: places.join(t('files.and')) })
  }
  const refusalOf = (error: ApiError): string => {
    const uses = InUse.safeParse(error.details).data?.uses ?? []
    return uses.length > 0 ? placesOf(uses) : error.message
  }
  const ask = async (files: AdminFile[]): Promise<void> => {
    const title = t('files.delete_title', { n: files.length })
    const text = t('files.delete_text', { n: files.length })
    if (await confirm({ title, text, confirm: t('files.delete'), danger: true })) remove.mutate(files.map(({ id }) => id))
  }
  /** Leads to the text that uses a file, or goes on with the other files. */
  const explain = async (used: AdminFile[], rest: AdminFile[]): Promise<void> => {
    // A failure has been announced.
    const answers = await Promise.all(used.slice(0, NAMED).map(({ id }) => call(adminListFileUses, { params: { id } }))).catch(() => null)
    if (!answers) return
    const uses = answers.flatMap(({ items }) => items)
    const question = { title: t('files.used_title', { n: used.length }), text: placesOf(uses) }
    const article = uses.find(({ noun }) => noun.startsWith('article'))
    if (rest.length > 0) {
      if (await confirm({ ...question, confirm: t('files.used_rest', { n: rest.length }) })) await ask(rest)
    } else if (article) {
      const isOpened = await confirm({ ...question, confirm: t('files.used_open', { title: textOfUse(article) }) })
      if (isOpened) void router.navigate({ href: `/admin/content/contentcreate/${article.id}` })
    } else await confirm({ ...question, confirm: t('action.close') })
  }
  return {
    busy: remove.isPending,
    ask: async (files: AdminFile[]): Promise<void> => {
      const used = files.filter(({ uses }) => uses > 0)
      if (used.length === 0) await ask(files)
      else
        await explain(
          used,
          files.filter(({ uses }) => uses === 0),
        )
    },
  }
}
