import { adminTicketPresence } from '@portico/contract/ticket-inbox-admin'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'

/** Milliseconds between reports; the server forgets after twenty seconds. */
const EVERY_MS = 8_000

interface Other {
  name: string
  writing: boolean
}

/** Reports that this ticket is open while the tab is visible. Returns who else looks or writes. */
export function usePresence(id: number, writing: boolean): Other[] {
  const [others, setOthers] = useState<Other[]>([])
  const say = useEffectEvent(async (): Promise<void> => {
    if (document.hidden) return
    // A missed one is made up for by the next.
    const heard = await call(adminTicketPresence, { params: { id }, body: { writing } }, { background: true }).catch(() => null)
    if (heard) setOthers(heard.others)
  })
  useEffect(() => {
    void say()
    const timer = setInterval(() => void say(), EVERY_MS)
    return () => clearInterval(timer)
  }, [id, writing])
  return others
}
