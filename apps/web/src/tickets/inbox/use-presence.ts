import { adminTicketPresence } from '@portico/contract/ticket-inbox-admin'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'

/** The server forgets who has not said it for twenty seconds. */
const EVERY_MS = 8_000

interface Other {
  name: string
  writing: boolean
}

/** Says that this ticket is looked at while its tab can be seen, and returns who else looks at it or writes. */
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
