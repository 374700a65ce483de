import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCode,
  IconItalic,
  IconList,
  IconListNumbers,
  IconSeparator,
  IconSourceCode,
  IconStrikethrough,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { useT } from '../../../i18n.ts'
import { AddMenu } from './add-menu.tsx'
import { LinkButton } from './link-button.tsx'
import { TableTools } from './table-tools.tsx'
import { TextStyle } from './text-style.tsx'
import { Tool } from './tool.tsx'
import styles from './toolbar.module.css'

const LETTERS = ['bold', 'italic', 'strike', 'code'] as const
const BLOCKS = ['bulletList', 'orderedList', 'blockquote', 'codeBlock'] as const

/** Everything a body may hold, for people who write no Markdown. Works on the editor that was used last; null: none yet. */
export function Toolbar({ editor, onPicture }: { editor: Editor | null; onPicture: () => void }) {
  const t = useT()
  const now = useEditorState({
    editor,
    selector: ({ editor: one }) =>
      one && {
        active: [...LETTERS, ...BLOCKS, 'table'].filter((name) => one.isActive(name)).join(),
        canUndo: one.can().undo(),
        canRedo: one.can().redo(),
      },
  })
  const active = new Set(now?.active.split(','))
  const run = (command: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>) => () => {
    if (editor) command(editor.chain().focus()).run()
  }
  const letter = (name: (typeof LETTERS)[number]) => ({ pressed: active.has(name), onClick: run((chain) => chain.toggleMark(name)) })
  return (
    <div className={styles['holder']}>
      <div className={styles['bar']} role="toolbar" aria-label={t('editor.tools')} aria-disabled={editor === null || undefined}>
        <TextStyle editor={editor} />
        <span className={styles['gap']} />
        <Tool label={t('editor.bold')} keys="B" icon={IconBold} {...letter('bold')} />
        <Tool label={t('editor.italic')} keys="I" icon={IconItalic} {...letter('italic')} />
        <Tool label={t('editor.strike')} icon={IconStrikethrough} {...letter('strike')} />
        <Tool label={t('editor.code')} keys="E" icon={IconCode} {...letter('code')} />
        <LinkButton editor={editor} />
        <span className={styles['gap']} />
        <Tool
          label={t('editor.bullets')}
          icon={IconList}
          pressed={active.has('bulletList')}
          onClick={run((chain) => chain.toggleBulletList())}
        />
        <Tool
          label={t('editor.numbers')}
          icon={IconListNumbers}
          pressed={active.has('orderedList')}
          onClick={run((chain) => chain.toggleOrderedList())}
        />
        <Tool
          label={t('editor.quote')}
          icon={IconBlockquote}
          pressed={active.has('blockquote')}
          onClick={run((chain) => chain.toggleBlockquote())}
        />
        <Tool
          label={t('editor.code_block')}
          icon={IconSourceCode}
          pressed={active.has('codeBlock')}
          onClick={run((chain) => chain.toggleCodeBlock())}
        />
        <Tool label={t('editor.divider')} icon={IconSeparator} onClick={run((chain) => chain.setHorizontalRule())} />
        <span className={styles['gap']} />
        <AddMenu editor={editor} onPicture={onPicture} />
        <span className={styles['gap']} />
        <Tool label={t('editor.undo')} keys="Z" icon={IconArrowBackUp} disabled={!now?.canUndo} onClick={run((chain) => chain.undo())} />
        <Tool
          label={t('editor.redo')}
          keys="⇧Z"
          icon={IconArrowForwardUp}
          disabled={!now?.canRedo}
          onClick={run((chain) => chain.redo())}
        />
      </div>
      {editor && active.has('table') && <TableTools editor={editor} />}
    </div>
  )
}
