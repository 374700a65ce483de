import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n.ts'
import { copyText } from './copy-text.ts'
import { showToast } from '../../toast.ts'
import { buttonClass } from '../plain/button.ts'

const KINDS = { default: 'outline', filled: 'primary', subtle: 'quiet' } as const

const SAID_MS = 2000

/** Copies a text; `copied` is true for a moment afterwards. Says so if the browser does not allow it. */
export function useCopy(text: string): { copied: boolean; copy: () => Promise<void> } {
  const t = useT()
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    if (!(await copyText(text))) return showToast({ kind: 'warning', message: t('action.copy_failed') })
    setCopied(true)
    setTimeout(() => setCopied(false), SAID_MS)
  }
  return { copied, copy }
}

/** Copies a text and says so. `label` replaces "Copy". */
export function CopyButton({ text, label, variant = 'default' }: { text: string; label?: string; variant?: keyof typeof KINDS }) {
  const t = useT()
  const { copied, copy } = useCopy(text)
  return (
    <button type="button" className={buttonClass(KINDS[variant])} onClick={() => void copy()}>
      {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      <span aria-live="polite">{copied ? t('action.copied') : (label ?? t('action.copy'))}</span>
    </button>
  )
}
