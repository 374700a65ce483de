import type { Protocol } from '@portico/contract/protocols'
import type { ReactNode } from 'react'
import { AnytlsFields } from './anytls-fields.tsx'
import { HysteriaFields } from './hysteria-fields.tsx'
import { Hysteria2Fields } from './hysteria2-fields.tsx'
import { MieruFields } from './mieru-fields.tsx'
import { NaiveFields } from './naive-fields.tsx'
import type { NodeFormApi } from '../node-form.ts'
import { PlainFields } from './plain-fields.tsx'
import { ShadowsocksFields } from './shadowsocks-fields.tsx'
import { StreamFields } from './stream-fields.tsx'
import { TuicFields } from './tuic-fields.tsx'

type FieldsOf = (form: NodeFormApi) => ReactNode

const FIELDS: Record<Protocol, FieldsOf> = {
  vless: (form) => (
    <StreamFields form={form} networks={['tcp', 'ws', 'grpc', 'httpupgrade', 'xhttp']} securities={['none', 'tls', 'reality']} />
  ),
  vmess: (form) => <StreamFields form={form} networks={['tcp', 'ws', 'grpc', 'httpupgrade']} securities={['none', 'tls']} />,
  trojan: (form) => <StreamFields form={form} networks={['tcp', 'ws', 'grpc']} securities={['tls', 'reality']} />,
  shadowsocks: (form) => <ShadowsocksFields form={form} />,
  hysteria2: (form) => <Hysteria2Fields form={form} />,
  tuic: (form) => <TuicFields form={form} />,
  anytls: (form) => <AnytlsFields form={form} />,
  hysteria: (form) => <HysteriaFields form={form} />,
  naive: (form) => <NaiveFields form={form} />,
  mieru: (form) => <MieruFields form={form} />,
  socks: (form) => <PlainFields form={form} title="SOCKS5" />,
  http: (form) => <PlainFields form={form} title="HTTP" />,
}

/** The settings of the chosen protocol. */
export function ProtocolFields({ form }: { form: NodeFormApi }) {
  return FIELDS[form.values.settings.protocol](form)
}
