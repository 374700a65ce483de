import type { FormatName, TemplateFormat } from '@portico/contract/formats'
import { clash } from './clash/clash.ts'
import { mihomo } from './clash/mihomo.ts'
import { stash } from './clash/stash.ts'
import type { ClientFormat, ListedFormat, TemplateLanguage } from './client-format.ts'
import { loon } from './lines/loon.ts'
import { quantumultX } from './lines/quantumult-x.ts'
import { surfboard } from './lines/surfboard.ts'
import { surge } from './lines/surge.ts'
import { shadowrocket } from './links/shadowrocket.ts'
import { uri } from './links/uri.ts'
import { pac } from './pac.ts'
import { outline } from './shadowsocks/outline.ts'
import { sip008 } from './shadowsocks/sip008.ts'
import { singBox } from './sing-box/sing-box.ts'
import { xray } from './xray/xray.ts'

/** A proxy auto-configuration has its own address and is not listed. */
export type Format = FormatName | 'pac'

/** Every format a flag can name. Detection tries them in this order, because some clients mention several cores. */
export const listedFormats: Record<FormatName, ListedFormat> & WithTemplate<TemplateFormat> = {
  'sing-box': singBox,
  mihomo,
  clash,
  stash,
  shadowrocket,
  surge,
  surfboard,
  loon,
  'quantumult-x': quantumultX,
  xray,
  sip008,
  outline,
  uri,
}

export const formats: Record<Format, ClientFormat> & WithTemplate<TemplateFormat | 'pac'> = { ...listedFormats, pac }

type WithTemplate<F extends Format> = Record<F, { template: TemplateLanguage }>
