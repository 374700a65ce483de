import { Button } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { type MessageKey, useT } from '../../../i18n.ts'
import styles from './toolbar.module.css'

type Chain = ReturnType<Editor['chain']>

const TOOLS: [MessageKey, (chain: Chain) => Chain][] = [
  ['editor.row_below', (chain) => chain.addRowAfter()],
  ['editor.column_right', (chain) => chain.addColumnAfter()],
  ['editor.row_delete', (chain) => chain.deleteRow()],
  ['editor.column_delete', (chain) => chain.deleteColumn()],
  ['editor.head_row', (chain) => chain.toggleHeaderRow()],
  ['editor.merge_cells', (chain) => chain.mergeOrSplit()],
  ['editor.table_delete', (chain) => chain.deleteTable()],
]

/** Rows and columns, while the cursor is in a table. */
export function TableTools({ editor }: { editor: Editor }) {
  const t = useT()
  return (
    <div className={styles['bar']} role="toolbar" aria-label={t('editor.table_tools')}>
      {TOOLS.map(([name, command]) => (
        <Button
          key={name}
          size="compact-sm"
          variant="subtle"
          color="gray"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => command(editor.chain().focus()).run()}
        >
          {t(name)}
        </Button>
      ))}
    </div>
  )
}
