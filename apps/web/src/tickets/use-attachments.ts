import { MAX_TICKET_FILE_BYTES, MAX_TICKET_FILES, type TicketFile } from '@portico/contract/tickets'
import { useEffect, useRef, useState } from 'react'
import { dataUrlOf } from '../api/download.ts'
import { type UploadOptions, whyNotSent } from '../api/upload.ts'
import { t } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'

export interface Attachment {
  id: number
  name: string
  /** Data URL of a picture; null: none, or not read yet. */
  picture: string | null
  /** Share of the bytes sent, 0 to 1. */
  part: number
  /** The stored file; null: not there yet. */
  sent: TicketFile | null
  /** Why it failed; '': it did not. */
  reason: string
}
export type SendFile = (file: File, options: UploadOptions) => Promise<TicketFile>

/** Files for the next message: each is uploaded as soon as it is chosen. */
export function useAttachments(send: SendFile) {
  const [items, setItems] = useState<Attachment[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const serial = useRef(0)
  useEffect(() => {
    const running = stops.current
    return () => running.forEach((stop) => stop.abort())
  }, [])
  const change = (id: number, values: Partial<Attachment>): void =>
    setItems((now) => now.map((one) => (one.id === id ? { ...one, ...values } : one)))

  async function start(file: File, id: number): Promise<void> {
    const stop = new AbortController()
    stops.current.set(id, stop)
    try {
      const sent = await send(file, { signal: stop.signal, onProgress: (part) => change(id, { part }) })
      change(id, { sent, part: 1 })
    } catch (error) {
      // A cancelled upload is no longer in the list.
      change(id, { reason: whyNotSent(error) })
    } finally {
      stops.current.delete(id)
    }
  }

  function add(files: File[]): void {
    const room = MAX_TICKET_FILES - items.length
    if (files.length > room) showToast({ kind: 'warning', message: t('ticket.files_most', { n: MAX_TICKET_FILES }) })
    for (const file of files.slice(0, Math.max(0, room))) {
      const id = ++serial.current
      const tooLarge = file.size > MAX_TICKET_FILE_BYTES
      const reason = tooLarge ? t('ticket.file_too_large', { size: formatBytes(MAX_TICKET_FILE_BYTES) }) : ''
      setItems((now) => [...now, { id, name: file.name, picture: null, part: 0, sent: null, reason }])
      if (tooLarge) continue
      void start(file, id)
      if (file.type.startsWith('image/'))
        dataUrlOf(file)
          .then((picture) => change(id, { picture }))
          .catch(() => {})
    }
  }

  return {
    items,
    add,
    remove: (id: number) => {
      stops.current.get(id)?.abort()
      setItems((now) => now.filter((one) => one.id !== id))
    },
    clear: () => setItems([]),
    /** Whether a file is still under way. */
    busy: items.some(({ sent, reason }) => sent === null && reason === ''),
    ids: items.flatMap(({ sent }) => (sent ? [sent.id] : [])),
  }
}
