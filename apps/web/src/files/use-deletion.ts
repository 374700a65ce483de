import { adminDeleteFiles, adminListFiles, adminListFolders, type AdminFile, FileUse } from '@portico/contract/files-admin'
import * as z from 'zod/mini'
import { ApiError, call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { confirm } from '../ui/confirm.tsx'
import { useSave } from '../ui/use-save.ts'
import { textOfUse } from './text-of-use.ts'

const InUse = z.object({ uses: z.array(FileUse) })
const NAMED = 3

/** Deletes files after asking. If a text uses one of them, says which text. */
export function useDeletion(after: () => void) {
  const t = useT()
  const remove = useSave({
    send: async (ids: number[]) => {
      try {
        return await call(adminDeleteFiles, { body: { ids } }, { background: true })
      } catch (error) {
        if (error instanceof ApiError) showToast({ kind: 'error', message: whyNot(error) })
        throw error
      }
    },
    done: ({ changed }) => t('files.deleted', { n: changed }),
    changes: [adminListFiles, adminListFolders],
    after,
  })
  const whyNot = (error: ApiError): string => {
    const uses = InUse.safeParse(error.details).data?.uses ?? []
    const places = uses.slice(0, NAMED).map(textOfUse)
    return places.length > 0 ? t('files.in_use', { places: places.join(t('files.and')) }) : error.message
  }
  return {
    busy: remove.isPending,
    ask: async (files: AdminFile[]): Promise<void> => {
      const title = t('files.delete_title', { n: files.length })
      if (await confirm({ title, text: t('files.delete_text'), confirm: t('files.delete'), danger: true }))
        remove.mutate(files.map(({ id }) => id))
    },
  }
}
