import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useT } from '../../i18n.ts'
import { useCopy } from './copy-button.tsx'
import { iconButton } from '../plain/icon-button.ts'

/** Copies a text that stands beside it. `label`: what is copied. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const t = useT()
  const { copied, copy } = useCopy(text)
  return (
    <>
      <button type="button" className={iconButton} aria-label={label} onClick={() => void copy()}>
        {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
      </button>
      <span className="visually-hidden" role="status">
        {copied && t('action.copied')}
      </span>
    </>
  )
}
