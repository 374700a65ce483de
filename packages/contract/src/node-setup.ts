import { type Certificate, certificateName, dnsVariables, lackFor, needsCertificate, type NodeSoftware } from './node-software.ts'
import { serverNames, shortIds } from './protocol-blocks.ts'
import type { ProtocolSettings } from './protocols.ts'

export type SetupNode = { id: number; host: string; settings: ProtocolSettings }
/** The node software's configuration, and a shell line that writes it and restarts the software. */
export type NodeSetup = { file: string; config: string; command: string }
type Written = Exclude<NodeSoftware, 'any'>
type Fields = Record<string, unknown>
type Given = { node: SetupNode; secret: string; origin: string; certificate: Certificate }

const FOLDER: Record<Written, string> = { v2node: '/etc/v2node', v2bx: '/etc/V2bX', xrayr: '/etc/XrayR' }
const SERVICE: Record<Written, string> = { v2node: 'v2node', v2bx: 'V2bX', xrayr: 'XrayR' }

/** Configuration for nodes. `origin`: the site's address. `secret`: of the node, or of the machine that runs the nodes. */
export function nodeSetup(
  software: Written,
  nodes: SetupNode[],
  { secret, origin, certificate }: { secret: string; origin: string; certificate: Certificate },
): NodeSetup {
  const given = nodes.map((node): Given => ({ node, secret, origin, certificate }))
  const config = configs[software](given)
  const file = configFile(software)
  return { file, config: JSON.stringify(config, null, 2), command: command(software, config, selfSigned(software, given)) }
}

/** Shell line for `docs/guide/xray-node.ts`, which runs plain Xray; null: plain Xray cannot serve the node. */
export function xrayCommand({ id, settings }: SetupNode, secret: string, origin: string): string | null {
  return lackFor('xray', settings) === null ? `node xray-node.ts ${quoted(origin)} ${id} ${quoted(secret)} .` : null
}

/** Path of the software's configuration file. It is JSON, which XrayR reads as YAML. */
export function configFile(software: Written): string {
  return `${FOLDER[software]}/config.${software === 'xrayr' ? 'yml' : 'json'}`
}

/** Shell line that ends the TCP connections from some addresses or /64 networks to a node; QUIC has none. Needs Linux 4.9 and `ss`. */
export function endStreamsCommand(serverPort: number, addresses: string[]): string {
  return `sudo ss -K state connected '( sport = :${serverPort} ) and ( ${addresses.map((address) => `dst ${address}`).join(' or ')} )'`
}

/** Paths where the software looks for the node's certificate and key. */
export function certificateFiles(software: Written, node: SetupNode, certificate: Certificate): { cert: string; key: string } {
  const own = `${FOLDER[software]}/${node.settings.protocol}${node.id}`
  return { cert: certificate.cert_file || `${own}.cer`, key: certificate.key_file || `${own}.key` }
}

const configs: Record<Written, (given: Given[]) => Fields> = {
  // The site sends v2node its certificate with the rest of the configuration.
  v2node: (given) => ({
    Log: { Level: 'info', Output: '', Access: 'none' },
    Nodes: given.map(({ node, secret, origin }) => ({ ApiHost: origin, ApiKey: secret, NodeID: node.id, Timeout: 15 })),
  }),
  v2bx: (given) => ({
    Log: { Level: 'info', Output: '' },
    Cores: [...new Set(given.map(({ node }) => v2bxCore(node.settings)))].map((Type) => ({ Type, Log: { Level: 'error' } })),
    Nodes: given.map(v2bxNode),
  }),
  xrayr: (given) => ({ Log: { Level: 'warning' }, Nodes: given.map(xrayrNode) }),
}

/**
 * The V2bX core for a node: Xray where sing-box lacks the transport or breaks uploads, else sing-box. Since 26.7.11, Xray refuses mihomo at
 * Reality, and V2bX has no option for it.
 */
export function v2bxCore(settings: ProtocolSettings): 'sing' | 'xray' {
  return 'network' in settings && (settings.network === 'xhttp' || settings.network === 'httpupgrade') ? 'xray' : 'sing'
}

function v2bxNode(given: Given): Fields {
  const { node, secret, origin } = given
  return {
    Core: v2bxCore(node.settings),
    ApiHost: origin,
    ApiKey: secret,
    NodeID: node.id,
    NodeType: node.settings.protocol,
    Timeout: 30,
    ListenIP: '0.0.0.0',
    SendIP: '0.0.0.0',
    CertConfig: certConfig('v2bx', given),
  }
}

function xrayrNode(given: Given): Fields {
  const { node, secret, origin } = given
  const { settings } = node
  const type = settings.protocol === 'trojan' ? 'Trojan' : settings.protocol === 'shadowsocks' ? 'Shadowsocks' : 'V2ray'
  const reality = 'reality' in settings && settings.security === 'reality' ? settings.reality : null
  return {
    PanelType: 'NewV2board',
    ApiConfig: {
      ApiHost: origin,
      ApiKey: secret,
      NodeID: node.id,
      NodeType: type,
      Timeout: 30,
      EnableVless: settings.protocol === 'vless',
      VlessFlow: settings.protocol === 'vless' ? settings.flow : '',
    },
    ControllerConfig: {
      ListenIP: '0.0.0.0',
      SendIP: '0.0.0.0',
      UpdatePeriodic: 60,
      EnableREALITY: reality !== null,
      ...(reality && {
        REALITYConfigs: {
          Dest: `${reality.dest || reality.server_name}:${reality.server_port}`,
          ServerNames: serverNames(reality),
          PrivateKey: reality.private_key,
          ShortIds: shortIds(reality),
          // Without it, Xray 26.7.11 and later refuse mihomo.
          MinClientVer: reality.min_client_ver || '0.0.0',
        },
      }),
      CertConfig: certConfig('xrayr', given),
    },
  }
}

function certConfig(software: 'v2bx' | 'xrayr', { node, certificate }: Given): Fields {
  if (!needsCertificate(node.settings)) return { CertMode: 'none' }
  const name = certificateName(node.settings, node.host)
  const { cert, key } = certificateFiles(software, node, certificate)
  const { mode } = certificate
  return {
    // XrayR makes no certificate; the command does.
    CertMode: software === 'xrayr' && mode === 'self' ? 'file' : mode,
    RejectUnknownSni: certificate.reject_unknown_sni,
    CertDomain: name,
    CertFile: cert,
    KeyFile: key,
    ...((mode === 'http' || mode === 'dns') && { Email: `hostmaster@${name}` }),
    ...(mode === 'dns' && { Provider: certificate.provider, DNSEnv: Object.fromEntries(dnsVariables(certificate)) }),
  }
}

/** The shell line that writes the configuration. Updates existing nodes and keeps their other settings; writes nothing if jq fails. */
function command(software: Written, config: Fields, before: string[]): string {
  const file = configFile(software)
  const keep = software === 'xrayr' ? `{ sudo cp ${file} ${file}.bak 2>/dev/null; echo '{}'; }` : `{ ! sudo test -s ${file} && echo '{}'; }`
  return [
    `sudo mkdir -p ${FOLDER[software]}`,
    ...before,
    `old=$(sudo jq . ${file} 2>/dev/null || ${keep})`,
    `new=$(printf '%s' "$old" | jq --argjson c ${quoted(JSON.stringify(config))} ${quoted(merge(software))})`,
    `printf '%s\\n' "$new" | sudo tee ${file} >/dev/null`,
    `sudo systemctl restart ${SERVICE[software]}`,
  ].join(' && ')
}

function merge(software: Written): string {
  const at = software === 'xrayr' ? '.ApiConfig' : ''
  const same = `${at}.ApiHost == $n${at}.ApiHost and ${at}.NodeID == $n${at}.NodeID`
  const cores =
    software === 'v2bx' ? ' | .Cores = ((.Cores // []) as $o | $o + [$c.Cores[] | select(.Type as $t | all($o[]; .Type != $t))])' : ''
  return `.Log //= $c.Log${cores} | .Nodes = reduce $c.Nodes[] as $n (.Nodes // []; if any(.[]; ${same}) then map(if ${same} then . * $n else . end) else . + [$n] end)`
}

/** Shell commands that make the self-signed certificates XrayR cannot make, unless the files exist. */
function selfSigned(software: Written, given: Given[]): string[] {
  if (software !== 'xrayr') return []
  const needed = given.filter(({ node, certificate }) => certificate.mode === 'self' && needsCertificate(node.settings))
  return needed.map(({ node, certificate }) => {
    const { cert, key } = certificateFiles(software, node, certificate)
    const name = certificateName(node.settings, node.host)
    const alternative = /^[\d.]+$|:/.test(name) ? `IP:${name}` : `DNS:${name}`
    return `{ sudo test -e ${cert} || sudo openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=${name} -addext subjectAltName=${alternative} -keyout ${key} -out ${cert}; }`
  })
}

/** Quotes any text as a single shell word. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
