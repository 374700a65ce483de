import { IconDownload } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { useSuggestedApp } from './use-suggested-app.ts'

/** Imports the subscription into the app that suits this device; without one it leads to all apps. */
export function ImportButton({ large = false }: { large?: boolean }) {
  const t = useT()
  const look = buttonClass('primary', ...(large ? (['large'] as const) : []))
  const app = useSuggestedApp()
  const icon = <IconDownload size={18} stroke={1.7} aria-hidden />
  if (app) {
    return (
      <a className={look} href={app.link}>
        {icon}
        {t('subscribe.import_into', { name: app.name })}
      </a>
    )
  }
  return (
    <PathLink className={look} to="/user/subscribe/index">
      {icon}
      {t('center.import')}
    </PathLink>
  )
}
