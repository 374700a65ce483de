/** A server of a database: `host` may also be the folder of a socket. */
export type Host = { host: string; port: number }

const USUAL_PORT = 5432
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/

/**
 * The address in a form that `URL` reads: `a:1,b:2` becomes the first host, and parameters with all, which libpq reads too. Others stay
 * as they are. null: it is no address of PostgreSQL.
 */
export function readableUrl(text: string): string | null {
  const [, before = '', hosts = '', after = ''] = ADDRESS.exec(text) ?? []
  if (before === '') return null
  if (!hosts.includes(',')) return text !== before && URL.canParse(text) ? text : null
  const all = hosts.split(',')
  const first = `${before}${all[0]}${after}`
  if (!all.every((each) => each !== '' && URL.canParse(`${before}${each}`)) || !URL.canParse(first)) return null
  const [url, found] = [new URL(first), all.map((each) => new URL(`${before}${each}`))]
  url.searchParams.set('host', found.map(({ hostname }) => hostname.replace(/^\[(.*)\]$/, '$1')).join(','))
  url.searchParams.set('port', found.map(({ port }) => port || USUAL_PORT).join(','))
  return url.href
}

/** The servers of a readable address, in their order. */
export function hostsOf(url: string): Host[] {
  const { hostname, port, searchParams } = new URL(url)
  const hosts = (searchParams.get('host') ?? hostname.replace(/^\[(.*)\]$/, '$1')).split(',')
  const ports = (searchParams.get('port') ?? port).split(',')
  // As libpq: one port stands for all.
  return hosts.map((host, at) => ({ host: decodeURIComponent(host), port: Number(ports[at] ?? ports[0]) || USUAL_PORT }))
}

/** The same address with one server only, the first unless another is given. */
export function atHost(url: string, given?: Host): string {
  const { host, port } = given ?? hostsOf(url)[0] ?? { host: '', port: USUAL_PORT }
  const at = new URL(url)
  at.searchParams.set('host', host)
  at.searchParams.set('port', String(port))
  return at.href
}
