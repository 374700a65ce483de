const NAMES: Record<string, string> = {
  vless: 'VLESS',
  vmess: 'VMess',
  trojan: 'Trojan',
  shadowsocks: 'Shadowsocks',
  hysteria2: 'Hysteria 2',
  tuic: 'TUIC',
  anytls: 'AnyTLS',
  hysteria: 'Hysteria',
  naive: 'Naive',
  mieru: 'Mieru',
  socks: 'SOCKS5',
  http: 'HTTP',
}

/** The protocol's official spelling. */
export function protocolName(protocol: string): string {
  return NAMES[protocol] ?? protocol
}

/** 150 → '×1.5': how many bytes of quota one byte costs. */
export function rateText(hundredths: number): string {
  return `×${hundredths / 100}`
}
