import { IconDownload } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { type SuggestedApp, useSuggestedApp } from './use-suggested-app.ts'

interface ButtonProps {
  large?: boolean
  /** Called when the link to the app is followed. */
  onOpen?: (app: SuggestedApp) => void
}

/** Imports the subscription into the app that suits this device; without one it leads to all apps. */
export function ImportButton({ large = false, onOpen }: ButtonProps) {
  const t = useT()
  const look = buttonClass('primary', ...(large ? (['large'] as const) : []))
  const app = useSuggestedApp()
  const icon = <IconDownload size={18} stroke={1.7} aria-hidden />
  if (app) {
    return (
      <a className={look} href={app.link} onClick={() => onOpen?.(app)}>
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
