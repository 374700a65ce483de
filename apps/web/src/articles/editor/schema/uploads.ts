import type { Editor } from '@tiptap/core'
import { ApiError } from '../../../api/call.ts'
import { uploadFile } from '../../../files/upload.ts'
import { t } from '../../../i18n.ts'
import { createStore } from '../../../store.ts'
import { reasonOf } from '../reason-of.ts'
import { insertPicture } from './insert-picture.ts'

/** A running upload. `failed`: why it was refused; null: not so far. */
export interface Upload {
  name: string
  part: number
  failed: string | null
  retry: () => void
  cancel: () => void
}

export const uploads = createStore<ReadonlyMap<string, Upload>>(new Map())
let last = 0

export const isPicture = (file: File): boolean => /^image\/(png|jpeg|gif|webp|avif)$/.test(file.type)

/** Inserts pictures and uploads them, each with its progress in place. */
export function insertPictures(editor: Editor, files: File[], at?: number): void {
  for (const [i, file] of files.entries()) {
    const key = `upload-${++last}`
    // After an insert the cursor stands below the picture, so the next one follows it.
    insertPicture(editor, { upload: key }, i === 0 ? at : undefined)
    void send(editor, key, file)
  }
}

async function send(editor: Editor, key: string, file: File): Promise<void> {
  const stop = new AbortController()
  const show = (change: Partial<Upload>): void =>
    uploads.set((all) => {
      const now = all.get(key) ?? { name: file.name, part: 0, failed: null, retry: () => void send(editor, key, file), cancel }
      return new Map(all).set(key, { ...now, ...change })
    })
  const cancel = (): void => {
    stop.abort()
    forget(key)
    replace(editor, key, null)
  }
  show({ part: 0, failed: null, cancel })
  try {
    const { url, width, height } = await uploadFile(file, { onProgress: (part) => show({ part }), signal: stop.signal })
    forget(key)
    replace(editor, key, { src: url, alt: '', width, height, upload: null })
  } catch (error) {
    if (stop.signal.aborted) return
    const reason = error instanceof ApiError ? reasonOf(error) : ''
    show({ failed: reason || t('editor.picture_failed') })
  }
}

function forget(key: string): void {
  uploads.set((all) => new Map([...all].filter(([other]) => other !== key)))
}

/** Replaces an upload, outside the undo history, which would bring back a finished one. */
function replace(editor: Editor, key: string, attrs: Record<string, unknown> | null): void {
  if (editor.isDestroyed) return
  editor.state.doc.descendants((node, position) => {
    if (node.attrs['upload'] !== key) return true
    const change = editor.state.tr.setMeta('addToHistory', false)
    editor.view.dispatch(attrs ? change.setNodeMarkup(position, undefined, attrs) : change.delete(position, position + node.nodeSize))
    return false
  })
}
