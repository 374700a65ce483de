import { CopyButton } from '../ui/copy/copy-button.tsx'
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
