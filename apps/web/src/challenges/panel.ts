import { language, t } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import styles from './panel.module.css'

export interface Panel {
  /** Shows the progress, 0 to 1. */
  show: (part: number) => void
  /** Element for a provider's widget. */
  place: HTMLElement
  close: () => void
}

/** Opens over any page, whatever drew it. The browser's own dialog keeps the focus inside, and Escape cancels. */
export function openPanel(kind: 'wait' | 'act', onCancel: () => void): Panel {
  const before = document.activeElement
  const title = element('h2', { id: 'challenge-title', textContent: t(kind === 'wait' ? 'challenge.checking' : 'challenge.title') })
  const text = element('p', { textContent: t(kind === 'wait' ? 'challenge.text' : 'challenge.confirm') })
  const bar = element('progress', { max: 1, value: 0, ariaLabel: t('challenge.checking') })
  const place = element('div', { className: styles['place'] ?? '' })
  const cancel = element('button', { type: 'button', className: buttonClass('outline'), textContent: t('challenge.cancel') })
  const dialog = element('dialog', { className: styles['panel'] ?? '', lang: language.get() })
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.append(title, text, kind === 'wait' ? bar : place, cancel)
  const close = (): void => {
    if (dialog.open) dialog.close()
    dialog.remove()
    if (before instanceof HTMLElement) before.focus()
  }
  const give = (): void => {
    onCancel()
    close()
  }
  cancel.addEventListener('click', give)
  dialog.addEventListener('cancel', give)
  document.body.append(dialog)
  dialog.showModal()
  return { show: (part) => (bar.value = part), place, close }
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, values: Partial<HTMLElementTagNameMap[K]>): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), values)
}
