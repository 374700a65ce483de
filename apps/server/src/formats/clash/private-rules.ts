import { localNames } from '../layout-parts.ts'

const networks = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10', '224.0.0.0/4']

/** Rules of the Clash family that keep local names and networks off the nodes. */
export const privateRules = [
  'DOMAIN,localhost,DIRECT',
  ...localNames.map((name) => `DOMAIN-SUFFIX,${name},DIRECT`),
  ...networks.map((network) => `IP-CIDR,${network},DIRECT,no-resolve`),
  ...['::1/128', 'fc00::/7', 'fe80::/10'].map((network) => `IP-CIDR6,${network},DIRECT,no-resolve`),
]
