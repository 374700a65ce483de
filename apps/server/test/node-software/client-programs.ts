import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts, type Running, start } from './programs.ts'

type Fields = Record<string, unknown>
/** A client that runs the nodes of a member's own profile, each behind a proxy of its own for HTTP and SOCKS. */
export type Client = { running: Running; ports: Map<string, number> }
type Given = { folder: string; profile: string; names: string[]; env: Record<string, string> }

export const startClient = { mihomo: startMihomo, 'sing-box': startSingBox, xray: startXray }

async function startMihomo({ folder, profile, names, env }: Given, program = 'mihomo'): Promise<Client> {
  const proxies = /^proxies:\n(?: .*\n)*/m.exec(profile)?.[0] ?? ''
  const ports = await portsFor(names)
  const listeners = names.map((name) => `  - {name: in-${name}, type: mixed, listen: 127.0.0.1, port: ${ports.get(name)}, proxy: ${name}}`)
  // It looks up the host of XHTTP.
  const config = `log-level: warning\nhosts: {'*.example.com': 127.0.0.1}\n${proxies}listeners:\n${listeners.join('\n')}\nrules: ["MATCH,DIRECT"]\n`
  return { running: run(program, ['-d', '.'], { folder, name: 'config.yaml', text: config, env }), ports }
}

async function startSingBox({ folder, profile, names, env }: Given, program = 'sing-box'): Promise<Client> {
  const ports = await portsFor(names)
  const { outbounds } = JSON.parse(profile) as { outbounds: Fields[] }
  const config = {
    log: { level: 'warn' },
    inbounds: names.map((name) => ({ type: 'mixed', tag: `in ${name}`, listen: '127.0.0.1', listen_port: ports.get(name) })),
    outbounds: outbounds.filter((one) => names.includes(String(one['tag']))),
    route: { rules: names.map((name) => ({ inbound: `in ${name}`, action: 'route', outbound: name })) },
  }
  return { running: run(program, ['run', '-c', 'config.json'], { folder, name: 'config.json', text: JSON.stringify(config), env }), ports }
}

async function startXray({ folder, profile, names, env }: Given, program = 'xray'): Promise<Client> {
  const ports = await portsFor(names)
  const all = JSON.parse(profile) as { remarks: string; outbounds: Fields[] }[]
  const config = {
    log: { loglevel: 'warning' },
    inbounds: names.map((name) => ({
      tag: `in ${name}`,
      listen: '127.0.0.1',
      port: ports.get(name),
      protocol: 'mixed',
      settings: { udp: true },
    })),
    outbounds: all.filter(({ remarks }) => names.includes(remarks)).map(({ remarks, outbounds }) => ({ ...outbounds[0], tag: remarks })),
    routing: { rules: names.map((name) => ({ type: 'field', inboundTag: [`in ${name}`], outboundTag: name })) },
  }
  return { running: run(program, ['run', '-c', 'config.json'], { folder, name: 'config.json', text: JSON.stringify(config), env }), ports }
}

async function portsFor(names: string[]): Promise<Map<string, number>> {
  const ports = await freePorts(names.length)
  return new Map(names.map((name, at) => [name, ports[at] ?? 0]))
}

function run(
  program: string,
  args: string[],
  { folder, name, text, env }: { folder: string; name: string; text: string; env: Record<string, string> },
) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
  return start(program, args, folder, env)
}
