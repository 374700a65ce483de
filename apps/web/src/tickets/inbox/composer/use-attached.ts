import { MAX_TICKET_FILE_BYTES, MAX_TICKET_FILES, type TicketFile } from '@portico/contract/tickets'
import { adminUploadTicketFile } from '@portico/contract/tickets-admin'
import { useState } from 'react'
import { upload, whyNotSent } from '../../../api/upload.ts'
import { useT } from '../../../i18n.ts'
import { formatBytes } from '../../../ui/format/format-bytes.ts'

export interface Attached {
  /** Of this page; the file's own comes with `sent`. */
  key: string
  name: string
  /** From 0 to 1. */
  part: number
  sent: TicketFile | null
  fault: string | null
}

/** Files that go with the next message. They are uploaded as soon as they are chosen. */
export function useAttached() {
  const t = useT()
  const [all, setAll] = useState<Attached[]>([])
  const change = (key: string, with_: Partial<Attached>): void =>
    setAll((now) => now.map((one) => (one.key === key ? { ...one, ...with_ } : one)))
  const send = async (key: string, file: File): Promise<void> => {
    try {
      const sent = await upload(adminUploadTicketFile, {}, file, { onProgress: (part) => change(key, { part }) })
      change(key, { sent, part: 1 })
    } catch (error) {
      change(key, { fault: whyNotSent(error) })
    }
  }
  const add = (files: File[]): void => {
    const room = MAX_TICKET_FILES - all.length
    const chosen = files.slice(0, Math.max(0, room)).map((file) => ({ key: crypto.randomUUID(), file }))
    const fault = ({ size }: File): string | null =>
      size > MAX_TICKET_FILE_BYTES ? t('ticket_desk.too_large', { size: formatBytes(MAX_TICKET_FILE_BYTES) }) : null
    setAll((now) => [...now, ...chosen.map(({ key, file }) => ({ key, name: file.name, part: 0, sent: null, fault: fault(file) }))])
    for (const { key, file } of chosen) if (fault(file) === null) void send(key, file)
  }
  return {
    all,
    add,
    remove: (key: string) => setAll((now) => now.filter((one) => one.key !== key)),
    clear: () => setAll([]),
    ids: all.flatMap(({ sent }) => (sent ? [sent.id] : [])),
    /** Some are still on their way, or could not be sent. */
    isBusy: all.some(({ sent, fault }) => sent === null && fault === null),
  }
}
