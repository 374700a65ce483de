import type { ImportApp } from '@portico/contract/subscriptions'
import { useT } from '../i18n.ts'

type Named = Pick<ImportApp, 'name' | 'home'>

/** Link to the app makers' page. */
export function InstallLink({ app: { name, home }, className }: { app: Named; className?: string }) {
  const t = useT()
  return (
    <a href={home} target="_blank" rel="noreferrer" className={className}>
      {t('subscribe.install', { name })}
    </a>
  )
}

/** What to do if an app's link did nothing; `app` null: none did. */
export function InstallHint({ app }: { app: Named | null }) {
  const t = useT()
  return (
    <p role="status">
      {app && (
        <>
          {t('subscribe.unopened', { name: app.name })} <InstallLink app={app} />
        </>
      )}
    </p>
  )
}
