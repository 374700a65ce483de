import { listOldLinks, type OldLink, revokeOldLink } from '@portico/contract/links'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { useSave } from '../ui/use-save.ts'
import { OldLinkList } from './old-link-list.tsx'

/** For members who have links from another panel; others see nothing. */
export function OldLinksCard() {
  const t = useT()
  const { data, error, refetch } = useQuery(get(listOldLinks, {}))
  if (!error && (!data || data.total === 0)) return null
  return (
    <Card title={t('old_link.title')}>
      <p className="intro">{t('old_link.text')}</p>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {data && <OldLinkList links={data.items} renderAction={(link) => <Revoke link={link} />} />}
    </Card>
  )
}

function Revoke({ link: { id, address } }: { link: OldLink }) {
  const t = useT()
  const revoke = useSave({
    ask: { title: t('old_link.revoke_title'), text: t('old_link.revoke_text', { address }), confirm: t('old_link.revoke'), danger: true },
    send: () => call(revokeOldLink, { params: { id } }),
    done: t('old_link.revoked_now'),
    changes: [listOldLinks],
  })
  return (
    <button type="button" className={buttonClass('outline')} disabled={revoke.isPending} onClick={() => revoke.mutate()}>
      {t('old_link.revoke')}
    </button>
  )
}
