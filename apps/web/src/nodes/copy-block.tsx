import { useT } from '../i18n.ts'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import type { ConnectBlock } from './connect-blocks.ts'
import connection from './connection.module.css'
import styles from './nodes-manage.module.css'

/** A text to copy, with a caption. */
export function CopyBlock({ caption, text }: { caption: string; text: string }) {
  return (
    <div>
      <p className={styles['caption']}>{caption}</p>
      <div className={styles['code']}>
        <pre>{text}</pre>
        <CopyButton text={text} />
      </div>
    </div>
  )
}

/** The command for the server, in one line. */
export function Command({ block: { key, text } }: { block: ConnectBlock }) {
  const t = useT()
  return (
    <div>
      <p className={connection['caption']}>{t(`node_manage.connect_${key}`)}</p>
      <div className={`on-ink ${connection['command']}`}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre tabIndex={0}>{text}</pre>
        <CopyButton text={text} variant="subtle" />
      </div>
    </div>
  )
}

/** The configuration that the command writes. */
export function CompleteConfig({ block: { text, file = '' } }: { block: ConnectBlock }) {
  const t = useT()
  return (
    <details className={connection['config']}>
      <summary>{t('node_manage.connect_config')}</summary>
      <CopyBlock caption={t('node_manage.connect_config_text', { file })} text={text} />
    </details>
  )
}
