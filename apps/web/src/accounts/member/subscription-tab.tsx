import type { AdminUser } from '@portico/contract/accounts-admin'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { ClearAlarm } from '../../link-fetches/clear-alarm.tsx'
import { UserFetches } from '../../link-fetches/user-fetches.tsx'
import { UserLinks } from '../../links/user-links.tsx'
import { Banner } from '../../ui/banner.tsx'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { Terms } from '../user-fields.tsx'
import { HeldTerm } from './held-term.tsx'
import { MemberForm } from './member-form.tsx'
import { NodeSecrets } from './node-secrets.tsx'
import styles from './member.module.css'

/** The subscription link, its use, and the plan's terms. `link`: null for staff who may not see it. */
export function SubscriptionTab({ user, link }: { user: AdminUser; link: string | null }) {
  const t = useT()
  const may = useMay()
  const { link_alarm_at: alarm, link_alarm_networks: networks, link_alarm_countries: countries } = user
  return (
    <div className="sections">
      {alarm !== null && (
        <Banner tone="warn" title={t('user_manage.link_alarm')} action={may('members.write') && <ClearAlarm id={user.id} />}>
          {countries === null
            ? t('user_manage.link_alarm_text', { networks: networks ?? 0 })
            : t('user_manage.link_alarm_in', { networks: networks ?? 0, n: countries })}
        </Banner>
      )}
      {link !== null && (
        <div className="row">
          <code className={styles['link']} aria-label={t('user_manage.link')}>
            {link}
          </code>
          <CopyButton text={link} label={t('user_manage.copy_link')} />
        </div>
      )}
      <UserFetches id={user.id} />
      {link !== null && <NodeSecrets id={user.id} isClosed={user.closed} />}
      {link !== null && <UserLinks id={user.id} isClosed={user.closed} />}
      <HeldTerm user={user} mayHold={may('members.write') && !user.closed} />
      {may('members.write') && !user.closed && (
        <MemberForm user={user}>{(form, plans) => <Terms form={form} user={user} plans={plans} />}</MemberForm>
      )}
    </div>
  )
}
