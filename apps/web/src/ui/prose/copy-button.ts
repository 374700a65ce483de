import { t } from '../../i18n.ts'
import { copyText } from '../copy/copy-text.ts'

const SAID_MS = 2000

/** A button that copies a text and says so for a moment. */
export function copyButton(text: () => string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.setAttribute('aria-live', 'polite')
  button.textContent = t('action.copy')
  const copy = async (): Promise<void> => {
    if (!(await copyText(text()))) return
    button.textContent = t('action.copied')
    setTimeout(() => (button.textContent = t('action.copy')), SAID_MS)
  }
  button.addEventListener('click', () => void copy())
  return button
}
