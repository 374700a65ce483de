import { useNeeds } from '../app/layout/use-needs.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'

/** Says which address to trust, while a proxy hides the visitors' addresses. */
export function ProxyBanner() {
  const t = useT()
  const { data } = useNeeds()
  const address = data?.items.find(({ kind }) => kind === 'proxy_untrusted')?.names[0]
  if (address === undefined) return null
  return (
    <Banner tone="warn" title={t('setting.proxy_title', { address })}>
      {t('setting.proxy_text', { address })}
    </Banner>
  )
}
