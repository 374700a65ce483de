import type { OldLink } from '@portico/contract/links'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { ActionList } from '../ui/action-list.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import styles from './links.module.css'

/** Links from another panel, each with its use and, while it works, what can be done with it. */
export function OldLinkList({ links, renderAction }: { links: OldLink[]; renderAction: (link: OldLink) => ReactNode }) {
  return (
    <ActionList>
      {links.map((link) => (
        <li key={link.id}>
          <span className={styles['link']}>
            <code>{link.address}</code>
            <small>
              {link.source} · <Use link={link} />
            </small>
          </span>
          {link.revoked_at === null && renderAction(link)}
        </li>
      ))}
    </ActionList>
  )
}

function Use({ link: { uses, last_used_at: used, revoked_at: revoked, ends_at: ends } }: { link: OldLink }) {
  const t = useT()
  if (revoked !== null)
    return (
      <>
        {t('old_link.revoked')} <DateTime value={revoked} />
      </>
    )
  return (
    <>
      {used === null ? t('old_link.unused') : t('old_link.uses', { n: uses })}
      {used !== null && (
        <>
          {' '}
          <DateTime value={used} />
        </>
      )}
      {ends !== null && (
        <>
          {' · '}
          {t('old_link.ends')} <DateTime value={ends} part="day" />
        </>
      )}
    </>
  )
}
