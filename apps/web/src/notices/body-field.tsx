import { IconBold, IconItalic, IconList, IconListNumbers, IconPhoto } from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { useState } from 'react'
import { BodyEditor } from '../articles/editor/body/body-editor.tsx'
import { LinkButton } from '../articles/editor/body/link-button.tsx'
import { Tool } from '../articles/editor/body/tool.tsx'
import toolbar from '../articles/editor/body/toolbar.module.css'
import { insertPicture } from '../articles/editor/schema/insert-picture.ts'
import { PickFile } from '../files/pick-file.tsx'
import { useT } from '../i18n.ts'

interface BodyFieldProps {
  label: string
  lang: string
  value: string
  onChange: (html: string) => void
}

/** The body of a notice, with the few tools that a short text needs. */
export function BodyField({ label, lang, value, onChange }: BodyFieldProps) {
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isPicking, setPicking] = useState(false)
  /** HTML in the editor, and how often it was replaced, such as by a restored draft. */
  const [held, setHeld] = useState({ html: value, round: 0 })
  if (held.html !== value) setHeld({ html: value, round: held.round + 1 })
  const typed = (html: string): void => {
    setHeld(({ round }) => ({ html, round }))
    onChange(html)
  }
  return (
    <div>
      <Tools editor={editor} onPicture={() => setPicking(true)} />
      <BodyEditor
        label={label}
        lang={lang}
        html={held.html}
        round={held.round}
        onType={(body) => typed(body())}
        onImport={() => {}}
        onReady={setEditor}
      />
      {isPicking && (
        <PickFile
          onClose={() => setPicking(false)}
          onPick={({ url, width, height }) => {
            setPicking(false)
            if (editor) insertPicture(editor, { src: url, alt: '', width, height })
          }}
        />
      )}
    </div>
  )
}

function Tools({ editor, onPicture }: { editor: Editor | null; onPicture: () => void }) {
  const t = useT()
  const active = useEditorState({
    editor,
    selector: ({ editor: one }) => ['bold', 'italic', 'bulletList', 'orderedList'].filter((name) => one?.isActive(name)).join(),
  })
  const isOn = (name: string): boolean => active?.split(',').includes(name) ?? false
  const run = (command: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>) => () => {
    if (editor) command(editor.chain().focus()).run()
  }
  return (
    <div className={toolbar['bar']} role="toolbar" aria-label={t('editor.tools')}>
      <Tool label={t('editor.bold')} keys="B" icon={IconBold} pressed={isOn('bold')} onClick={run((chain) => chain.toggleBold())} />
      <Tool label={t('editor.italic')} keys="I" icon={IconItalic} pressed={isOn('italic')} onClick={run((chain) => chain.toggleItalic())} />
      <LinkButton editor={editor} />
      <Tool label={t('editor.bullets')} icon={IconList} pressed={isOn('bulletList')} onClick={run((chain) => chain.toggleBulletList())} />
      <Tool
        label={t('editor.numbers')}
        icon={IconListNumbers}
        pressed={isOn('orderedList')}
        onClick={run((chain) => chain.toggleOrderedList())}
      />
      <Tool label={t('editor.picture')} icon={IconPhoto} disabled={!editor} onClick={onPicture} />
    </div>
  )
}
