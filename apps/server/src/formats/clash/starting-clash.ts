/** The built-in layout of the Clash family, written as a template. */
export const startingClash = `mixed-port: 7890
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
