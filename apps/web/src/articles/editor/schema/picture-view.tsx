import { Button, CloseButton, Progress } from '@mantine/core'
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { useT } from '../../../i18n.ts'
import { useStore } from '../../../store.ts'
import styles from './frames.module.css'
import { uploads } from './uploads.ts'

/** A picture in the editor, with what is said of it to those who cannot see it; while it is sent, its progress. */
export function PictureView({ node, selected, updateAttributes }: NodeViewProps) {
  const t = useT()
  const { src, alt, width, upload } = node.attrs as Record<'src' | 'alt' | 'width' | 'upload', string | null>
  if (upload) return <Sending name={upload} />
  return (
    <NodeViewWrapper as="span" className={styles['picture']} data-selected={selected || undefined}>
      <img src={src ?? ''} alt={alt ?? ''} {...(width && { width })} data-drag-handle />
      {(selected || !alt) && (
        <span className={styles['alt']} contentEditable={false}>
          <input
            aria-label={t('editor.alt')}
            placeholder={t('editor.alt_text')}
            maxLength={300}
            value={alt ?? ''}
            onChange={({ target }) => updateAttributes({ alt: target.value })}
          />
        </span>
      )}
    </NodeViewWrapper>
  )
}

function Sending({ name }: { name: string }) {
  const t = useT()
  const upload = useStore(uploads).get(name)
  if (!upload) return <NodeViewWrapper as="span" />
  return (
    <NodeViewWrapper as="span" className={styles['sending']} contentEditable={false}>
      <span className={styles['file']}>
        <span>{upload.name}</span>
        {upload.failed !== null && (
          <Button size="compact-xs" variant="default" onClick={upload.retry}>
            {t('action.retry')}
          </Button>
        )}
        <CloseButton size="sm" aria-label={`${t('action.cancel')}: ${upload.name}`} onClick={upload.cancel} />
      </span>
      {upload.failed === null ? (
        <Progress component="span" display="block" size="sm" value={upload.part * 100} aria-label={t('editor.sending')} />
      ) : (
        <span className={styles['failed']} role="alert">
          {upload.failed}
        </span>
      )}
    </NodeViewWrapper>
  )
}
