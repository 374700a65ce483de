import type { Tried } from '@portico/contract/connection-bundle'
import { useRouter } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { fillTicketDraft } from '../tickets/ticket-draft.ts'
import { withDone } from './tried.ts'

type Asked = Omit<Tried, 'done'> & { subject: string }

/** Opens the form of a new ticket with what is known filled in; what the member has written there stays. */
export function useAskSupport(): (asked: Asked) => void {
  const t = useT()
  const router = useRouter()
  return ({ subject, ...answers }) => {
    const { app, connection, symptom } = answers
    const lines = [
      ...(app === null ? [] : [`${t('bundle.app')}${t('doctor.colon')}${app}`]),
      ...(symptom === null ? [] : [`${t('bundle.symptom')}${t('doctor.colon')}${t(`doctor.symptom_${symptom}`)}`]),
      ...(connection === null ? [] : [`${t('bundle.connection')}${t('doctor.colon')}${t(`doctor.network_${connection}`)}`]),
    ]
    const kind = symptom === 'slow' ? 'speed' : 'connection'
    fillTicketDraft('new', { subject, text: lines.join('\n') || subject }, { kind, tried: JSON.stringify(withDone(answers)) })
    void router.navigate({ href: '/user/ticket/new' })
  }
}
