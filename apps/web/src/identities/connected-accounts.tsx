import { Button } from '@mantine/core'
import { type ConnectedSite, disconnectSite, listConnectedSites } from '@portico/contract/issuers'
import type { SignInSite } from '@portico/contract/sign-in-sites'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { goToSite } from '../issuers/go-to-site.ts'
import { SiteIcon } from '../issuers/site-icon.tsx'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './connected-accounts.module.css'

/** The other sites a member signs in with; nothing where the portal offers none. */
export function ConnectedAccounts() {
  const t = useT()
  const { data } = useQuery(get(listConnectedSites, {}))
  if (!data || (data.total === 0 && data.available.length === 0)) return null
  const unused = data.available.filter(({ id }) => !data.items.some(({ site }) => site === id))
  return (
    <Card title={t('oauth.title')}>
      <p className="intro">{t('oauth.text')}</p>
      <ul className={styles['list']}>
        {data.items.map((item) => (
          <Connected key={item.id} item={item} />
        ))}
      </ul>
      {unused.length > 0 && (
        <div className={styles['more']}>
          {unused.map((site) => (
            <Connect key={site.id} site={site} />
          ))}
        </div>
      )}
    </Card>
  )
}

function Connected({ item }: { item: ConnectedSite }) {
  const t = useT()
  const site = item.site_name
  const disconnect = useSave({
    ask: {
      title: t('oauth.disconnect_title', { site }),
      text: t('oauth.disconnect_text', { site }),
      confirm: t('oauth.disconnect'),
      danger: true,
    },
    send: () => call(disconnectSite, { params: { id: item.id } }),
    done: t('oauth.disconnected'),
    changes: [listConnectedSites],
  })
  return (
    <li>
      <SiteIcon site={item.site ?? 'oidc'} size={24} />
      <span className={styles['who']}>
        <strong>{site}</strong>
        <small>
          {item.label} · {t('oauth.since')} <DateTime value={item.connected_at} part="date" />
        </small>
      </span>
      <Button
        variant="default"
        size="xs"
        loading={disconnect.isPending}
        aria-label={t('oauth.name_disconnect', { site, name: item.label })}
        onClick={() => disconnect.mutate()}
      >
        {t('oauth.disconnect')}
      </Button>
    </li>
  )
}

function Connect({ site: { id, label } }: { site: SignInSite }) {
  const t = useT()
  const go = useSave({ send: () => goToSite(id, { redirect: '/user/profile/index' }) })
  return (
    <Button variant="default" leftSection={<SiteIcon site={id} size={16} />} loading={go.isPending} onClick={() => go.mutate()}>
      {t('oauth.connect', { site: label })}
    </Button>
  )
}
