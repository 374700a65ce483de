import type { NeedKind } from '@portico/contract/overview-admin'
import { useNeeds } from '../app/layout/use-needs.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'

/** Says which address to trust, or what a proxy should send, while it hides the visitors' addresses. */
export function ProxyBanner() {
  const t = useT()
  const { data } = useNeeds()
  const namesOf = (needed: NeedKind): string[] => data?.items.find(({ kind }) => kind === needed)?.names ?? []
  const [address] = namesOf('proxy_untrusted')
  const [sender, sent = ''] = namesOf('proxy_unreadable')
  return (
    <>
      {address !== undefined && (
        <Banner tone="warn" title={t('setting.proxy_title', { address })}>
          {t('setting.proxy_text', { address })}
        </Banner>
      )}
      {sender !== undefined && (
        <Banner tone="warn" title={t('setting.proxy_unread_title', { address: sender })}>
          {t('setting.proxy_unread_text', { sent })}
        </Banner>
      )}
    </>
  )
}
