import { getImportLinks } from '@portico/contract/subscriptions'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { appsFor, deviceOf } from '../../subscriptions/import-apps.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'

const ALL_APPS = '/user/subscribe/index'

/** Imports the link into the app that fits this device, or leads to all apps. */
export function ImportButtons({ isImported }: { isImported: boolean }) {
  const t = useT()
  const { data } = useQuery({ ...get(getImportLinks, {}, { background: true }), enabled: !isImported })
  const app = appsFor(data?.apps ?? [], deviceOf(navigator)).here.find((one) => one.import_link !== null)
  if (isImported || !app?.import_link) {
    return (
      <PathLink to={ALL_APPS} className={buttonClass('primary', 'large')}>
        {t('order.to_subscription')}
      </PathLink>
    )
  }
  return (
    <>
      <a href={app.import_link} className={buttonClass('primary', 'large')}>
        <IconDownload size={20} aria-hidden />
        {t('subscribe.import_into', { name: app.name })}
      </a>
      <PathLink to={ALL_APPS} className={buttonClass('outline', 'large')}>
        {t('order.other_apps')}
      </PathLink>
    </>
  )
}
