import { NativeSelect } from '@mantine/core'
import { type NodeViewProps, NodeViewContent, NodeViewWrapper } from '@tiptap/react'
import { language, useT } from '../../../i18n.ts'
import { useStore } from '../../../store.ts'
import styles from './frames.module.css'

export const CALLOUTS = ['tip', 'note', 'warning'] as const

/** A callout in the editor, with a way to change its kind. */
export function CalloutFrame({ node, updateAttributes }: NodeViewProps) {
  const t = useT()
  const kind = String(node.attrs['kind'])
  return (
    <NodeViewWrapper className={styles['frame']} data-kind={kind}>
      <div className={styles['head']} contentEditable={false} lang={useStore(language)}>
        <NativeSelect
          size="xs"
          aria-label={t('editor.callout')}
          data={CALLOUTS.map((value) => ({ value, label: t(`editor.callout_${value}`) }))}
          value={kind}
          onChange={({ target }) => updateAttributes({ kind: target.value })}
        />
      </div>
      <NodeViewContent />
    </NodeViewWrapper>
  )
}
