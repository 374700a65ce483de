import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../api/call.ts'
import { t } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { saveFile } from '../ui/table/save-file.ts'

/** Saves a PDF when it is complete; otherwise says that it is not. */
export function useSavePdf() {
  return useMutation({
    mutationFn: ({ read }: { name: string; read: () => Promise<Blob> }) => read(),
    onSuccess: (blob, { name }) => saveFile(`${name}.pdf`, blob, 'application/pdf'),
    onError: (error) => showToast({ kind: 'error', message: error instanceof ApiError ? error.message : t('error.network') }),
  })
}
