import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { copyText } from './copy-text.ts'
import { showNotice } from '../notice.ts'

/** Copies a text and says so. `label` replaces "Copy". */
export function CopyButton({
  text,
  label,
  variant = 'default',
}: {
  text: string
  label?: string
  variant?: 'default' | 'filled' | 'subtle'
}) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    if (!(await copyText(text))) return showNotice({ kind: 'warning', message: t('action.copy_failed') })
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <Button variant={variant} leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? t('action.copied') : (label ?? t('action.copy'))}</span>
    </Button>
  )
}
