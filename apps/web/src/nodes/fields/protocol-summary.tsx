import type { ProtocolSettings } from '@portico/contract/protocols'
import { t } from '../../i18n.ts'
import type { NodeFormApi } from '../node-form.ts'
import { certificateText } from './certificate-text.ts'

/** The chosen protocol's settings in a line, and which certificate they ask for. */
export function ProtocolSummary({ form }: { form: NodeFormApi }) {
  const { settings, host } = form.values
  return (
    <>
      {summaryOf(settings).join(' · ')}
      {needsCertificate(settings) && (
        <>
          <br />
          {certificateText(host, settings.protocol === 'vless' || settings.protocol === 'trojan')}
        </>
      )}
    </>
  )
}

function summaryOf(settings: ProtocolSettings): string[] {
  switch (settings.protocol) {
    case 'vless':
    case 'vmess':
    case 'trojan':
      return [t(`node_manage.network_${settings.network}`), t(`node_manage.security_${settings.security}`)]
    case 'socks':
    case 'http':
      return [settings.security === 'none' ? t('node_manage.security_none') : t('node_manage.security_tls')]
    case 'shadowsocks':
      return [settings.cipher]
    case 'mieru':
      return [settings.transport]
    case 'hysteria2':
    case 'hysteria':
    case 'tuic':
      return ['QUIC', t('node_manage.security_tls')]
    case 'anytls':
    case 'naive':
      return [t('node_manage.security_tls')]
  }
}

function needsCertificate(settings: ProtocolSettings): boolean {
  if ('security' in settings) return settings.security === 'tls'
  return settings.protocol !== 'shadowsocks' && settings.protocol !== 'mieru'
}
