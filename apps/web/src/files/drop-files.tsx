import { useEffect, useEffectEvent, useState } from 'react'
import styles from './drop-files.module.css'

/** Takes files that are dropped anywhere on the page. `text` says so while something is dragged over it. */
export function DropFiles({ text, onFiles }: { text: string; onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false)
  const drop = useEffectEvent(onFiles)
  useEffect(() => {
    // Each element on the way says that it was entered and left.
    let depth = 0
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
    const handle: Record<string, (event: DragEvent) => void> = {
      dragenter: () => setOver(++depth > 0),
      dragleave: () => setOver(--depth > 0),
      dragover: () => {},
      drop: ({ dataTransfer }) => {
        depth = 0
        setOver(false)
        const files = [...(dataTransfer?.files ?? [])]
        if (files.length > 0) drop(files)
      },
    }
    const listen = (event: Event): void => {
      if (!(event instanceof DragEvent) || !hasFiles(event)) return
      // Otherwise the browser would open the file.
      event.preventDefault()
      handle[event.type]?.(event)
    }
    for (const name of Object.keys(handle)) window.addEventListener(name, listen)
    return () => {
      for (const name of Object.keys(handle)) window.removeEventListener(name, listen)
    }
  }, [])
  return over && <div className={styles['over']}>{text}</div>
}
