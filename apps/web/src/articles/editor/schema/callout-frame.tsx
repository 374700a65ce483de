import { type NodeViewProps, NodeViewContent, NodeViewWrapper } from '@tiptap/react'
import { useT } from '../../../i18n.ts'
import styles from './frames.module.css'

export const CALLOUTS = ['tip', 'note', 'warning'] as const

/** A callout in the editor, with a way to change its kind. */
export function CalloutFrame({ node, updateAttributes }: NodeViewProps) {
  const t = useT()
  const kind = String(node.attrs['kind'])
  return (
    <NodeViewWrapper className={styles['frame']} data-kind={kind}>
      <div className={styles['head']} contentEditable={false}>
        <select aria-label={t('editor.callout')} value={kind} onChange={({ target }) => updateAttributes({ kind: target.value })}>
          {CALLOUTS.map((one) => (
            <option key={one} value={one}>
              {t(`editor.callout_${one}`)}
            </option>
          ))}
        </select>
      </div>
      <NodeViewContent />
    </NodeViewWrapper>
  )
}
