import type { TemplateFormat } from '@portico/contract/templates-admin'

/** The built-in layout of a format written as a template, to start from. */
export function startingTemplate(format: TemplateFormat): string {
  switch (format) {
    case 'mihomo':
    case 'clash':
    case 'stash':
      return clash
    case 'sing-box':
      return singBox
    case 'surge':
    case 'surfboard':
      return surge.replace('flag=surge', `flag=${format}`)
    case 'loon':
    case 'quantumult-x':
      return '{{proxies}}'
  }
}

const clash = `mixed-port: 7890
allow-lan: false
mode: rule
log-level: warning
ipv6: true
profile:
  store-selected: true
dns:
  enable: true
  ipv6: true
  enhanced-mode: fake-ip
  fake-ip-range: 198.18.0.1/16
  fake-ip-filter: [localhost, +.local, +.lan, +.home.arpa, "{{subscribe_host}}"]
  default-nameserver: [223.5.5.5, 1.1.1.1]
  nameserver: [https://223.5.5.5/dns-query, https://1.1.1.1/dns-query]
proxy-groups:
  - name: "{{site_title}}"
    type: select
    proxies: [Auto, /*/, DIRECT]
  - name: Auto
    type: url-test
    proxies: [/*/]
    url: https://www.gstatic.com/generate_204
    interval: 300
    tolerance: 50
rules:
  - "{{subscribe_rule}}"
  - DOMAIN,localhost,DIRECT
  - DOMAIN-SUFFIX,local,DIRECT
  - DOMAIN-SUFFIX,lan,DIRECT
  - DOMAIN-SUFFIX,home.arpa,DIRECT
  - IP-CIDR,127.0.0.0/8,DIRECT,no-resolve
  - IP-CIDR,10.0.0.0/8,DIRECT,no-resolve
  - IP-CIDR,172.16.0.0/12,DIRECT,no-resolve
  - IP-CIDR,192.168.0.0/16,DIRECT,no-resolve
  - IP-CIDR,169.254.0.0/16,DIRECT,no-resolve
  - IP-CIDR,100.64.0.0/10,DIRECT,no-resolve
  - IP-CIDR,224.0.0.0/4,DIRECT,no-resolve
  - IP-CIDR6,::1/128,DIRECT,no-resolve
  - IP-CIDR6,fc00::/7,DIRECT,no-resolve
  - IP-CIDR6,fe80::/10,DIRECT,no-resolve
  - DOMAIN-SUFFIX,cn,DIRECT
  - MATCH,{{site_title}}
`

const singBox = `{
  "log": { "level": "warn" },
  "dns": {
    "servers": [
      { "type": "https", "tag": "remote", "server": "1.1.1.1", "detour": "{{site_title}}" },
      { "type": "local", "tag": "local" }
    ],
    "rules": [
      { "domain": ["{{subscribe_host}}"], "domain_suffix": [".cn", ".local", ".lan", ".home.arpa"], "server": "local" }
    ],
    "final": "remote"
  },
  "inbounds": [
    {
      "type": "tun",
      "tag": "tun-in",
      "address": ["172.19.0.1/30", "fdfe:dcba:9876::1/126"],
      "auto_route": true,
      "strict_route": true
    },
    { "type": "mixed", "tag": "mixed-in", "listen": "127.0.0.1", "listen_port": 2080 }
  ],
  "outbounds": [
    { "type": "selector", "tag": "{{site_title}}", "outbounds": ["Auto", "/*/", "direct"] },
    { "type": "urltest", "tag": "Auto", "outbounds": ["/*/"] },
    { "type": "direct", "tag": "direct" }
  ],
  "route": {
    "rules": [
      { "action": "sniff" },
      { "protocol": "dns", "action": "hijack-dns" },
      "{{subscribe_rule}}",
      { "ip_is_private": true, "action": "route", "outbound": "direct" },
      { "domain_suffix": [".cn", ".local", ".lan", ".home.arpa"], "action": "route", "outbound": "direct" }
    ],
    "final": "{{site_title}}",
    "auto_detect_interface": true,
    "default_domain_resolver": "local"
  }
}
`

const surge = `#!MANAGED-CONFIG {{subscribe_url}}?flag=surge interval=86400 strict=false

[General]
loglevel = notify
dns-server = system, 223.5.5.5, 1.1.1.1
skip-proxy = 127.0.0.1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, localhost, *.local
ipv6 = true

[Proxy]
{{proxies}}

[Proxy Group]
{{site_title}} = select, Auto, /*/, DIRECT
Auto = url-test, /*/, url=http://www.gstatic.com/generate_204, interval=300, tolerance=50

[Rule]
{{subscribe_rule}}
DOMAIN-SUFFIX,local,DIRECT
DOMAIN-SUFFIX,lan,DIRECT
DOMAIN-SUFFIX,home.arpa,DIRECT
DOMAIN-SUFFIX,cn,DIRECT
IP-CIDR,127.0.0.0/8,DIRECT,no-resolve
IP-CIDR,10.0.0.0/8,DIRECT,no-resolve
IP-CIDR,172.16.0.0/12,DIRECT,no-resolve
IP-CIDR,192.168.0.0/16,DIRECT,no-resolve
IP-CIDR,169.254.0.0/16,DIRECT,no-resolve
IP-CIDR,100.64.0.0/10,DIRECT,no-resolve
IP-CIDR6,::1/128,DIRECT,no-resolve
IP-CIDR6,fc00::/7,DIRECT,no-resolve
IP-CIDR6,fe80::/10,DIRECT,no-resolve
FINAL,{{site_title}}
`
