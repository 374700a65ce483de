import { useLayoutEffect, useRef } from 'react'
import { useT } from '../../i18n.ts'
import { buttonClass } from '../plain/button.ts'
import { PlainIcon } from '../plain/icons.tsx'
import type { Picture } from './enliven.ts'
import styles from './picture-dialog.module.css'

/** A picture as large as the window allows. Escape, the button and any click close it. */
export function PictureDialog({ picture, onClose }: { picture: Picture; onClose: () => void }) {
  const t = useT()
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Closed before it goes, so that the focus returns.
    return () => dialog?.close()
  }, [])
  const close = (): void => ref.current?.close()
  return (
    // Escape and the button close it by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={ref} className={styles['dialog']} aria-label={picture.alt || t('prose.picture')} onClose={onClose} onClick={close}>
      <img src={picture.src} alt={picture.alt} />
      {picture.alt && <p>{picture.alt}</p>}
      <button type="button" className={`${buttonClass('outline')} ${styles['close']}`} aria-label={t('action.close')} onClick={close}>
        <PlainIcon name="close" />
      </button>
    </dialog>
  )
}
