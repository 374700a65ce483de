import { EditorContent, type Editor, useEditor } from '@tiptap/react'
import type { Node } from '@tiptap/pm/model'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useZone } from '../../../api/site.ts'
import { useT } from '../../../i18n.ts'
import { showToast } from '../../../toast.ts'
import '../../../ui/prose/prose.css'
import '../../../ui/prose/prose-figures.css'
import { formatDateTime } from '../../../ui/format/format-time.ts'
import { bodyHtml } from '../schema/body-html.ts'
import { articleExtensions } from '../schema/extensions.ts'
import { insertPictures, isPicture } from '../schema/uploads.ts'
import styles from './body.module.css'
import { countForeignPictures, withoutHandlers } from './pasted-html.ts'

interface BodyEditorProps {
  label: string
  lang: string
  /** Shown at first, and again whenever `round` changes. */
  html: string
  round: number
  onType: (body: () => string) => void
  /** Called with a text file dropped or pasted. */
  onImport: (file: File) => void
  /** Called with the editor once it is ready, and with null when it goes. */
  onReady: (editor: Editor | null) => void
}

const isImportable = (file: File): boolean => /\.(html?|md|markdown)$/i.test(file.name)

/** The body of an article in one language. */
export function BodyEditor({ label, lang, html, round, onType, onImport, onReady }: BodyEditorProps) {
  const t = useT()
  /** HTML that was shown, until something is typed; then null. */
  const untouched = useRef<string | null>(null)
  const zone = useZone()
  /** Browsers call every copied picture the same. */
  const named = (file: File): File => {
    if (!/^image\.[a-z]+$/i.test(file.name)) return file
    const name = t('editor.picture_name', { time: formatDateTime(new Date(), zone).replaceAll(':', '.') })
    return new File([file], `${name}.${file.name.split('.').at(-1)}`, { type: file.type })
  }
  const take = (files: Iterable<File>, at?: number): boolean => {
    const all = [...files]
    const pictures = all.filter(isPicture)
    const text = all.find(isImportable)
    if (pictures.length > 0 && editor) insertPictures(editor, pictures, at)
    else if (text) onImport(text)
    return pictures.length > 0 || text !== undefined
  }
  const editor = useEditor({
    extensions: articleExtensions,
    content: html,
    editorProps: {
      attributes: { class: 'prose', 'aria-label': label, 'aria-multiline': 'true', role: 'textbox', lang },
      handlePaste: (_, { clipboardData: data }) => {
        // Text copied from office programs comes with a picture of itself.
        const isText = data?.getData('text/plain').trim() !== ''
        return data !== null && !isText && take([...data.files].map(named))
      },
      handleDrop: (view, { dataTransfer: data, clientX: left, clientY: top }, _, isMove) =>
        !isMove && data !== null && data.files.length > 0 && take(data.files, view.posAtCoords({ left, top })?.pos),
      transformPastedHTML: (pasted) => {
        const foreign = countForeignPictures(pasted)
        if (foreign > 0) showToast({ kind: 'warning', message: t('editor.foreign_pictures', { n: foreign }) })
        return withoutHandlers(pasted)
      },
    },
    onUpdate: ({ editor: { state } }) => typed(state.doc),
  })
  const typed = (doc: Node): void => {
    // The editor itself adds the empty line below a last block: no change was made.
    if (untouched.current !== null && bodyHtml(doc) === untouched.current) return
    untouched.current = null
    onType(() => bodyHtml(doc))
  }
  const show = useEffectEvent(() => {
    if (round > 0) editor.commands.setContent(html, { emitUpdate: false })
    untouched.current = bodyHtml(editor.state.doc)
  })
  useEffect(() => show(), [round, editor])
  const ready = useEffectEvent(onReady)
  useEffect(() => {
    ready(editor)
    return () => ready(null)
  }, [editor])
  return <EditorContent editor={editor} className={styles['body']} style={{ '--caption': JSON.stringify(t('editor.caption')) }} />
}
