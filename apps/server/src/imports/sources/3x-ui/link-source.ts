import type { FormatName } from '@portico/contract/formats'
import type { OldFinding, OldLinkSource } from '../../records.ts'
import { served } from '../panel-links.ts'

/** Settings that were never changed have no row. */
const DEFAULTS = { subPath: '/sub/', subJsonPath: '/json/', subClashPath: '/clash/', subPort: '2096' }
const FORMATS: [keyof typeof DEFAULTS, string, FormatName][] = [
  ['subPath', 'subURI', 'uri'],
  ['subJsonPath', 'subJsonURI', 'xray'],
  ['subClashPath', 'subClashURI', 'mihomo'],
]

/** Where members' links are served: at the panel's paths, and where a web server before it has others, at those too. */
export function* linkSource(settings: ReadonlyMap<string, string>, named: string | undefined): Generator<OldLinkSource | OldFinding> {
  const paths = new Map<string, FormatName | null>()
  if (named !== undefined) for (const path of named.split(/\s+/)) paths.set(path, null)
  else {
    for (const [key, address, format] of FORMATS) {
      paths.set(below(settings.get(key) || DEFAULTS[key]), format)
      const url = URL.parse(settings.get(address) ?? '')
      if (url) paths.set(below(decodeURI(url.pathname)), format)
    }
  }
  const port = settings.get('subPort') || DEFAULTS.subPort
  if (!['80', '443'].includes(port)) yield { kind: 'finding', code: 'link_port', at: 'settings', what: port }
  const all = [...paths].map(([path, format]) => ({ path, format }))
  yield* served(all, { name: '3x-ui', linkKind: 'token', secret: null, at: 'settings' })
}

function below(start: string): string {
  const inner = start.replace(/^\/+|\/+$/g, '')
  return inner === '' ? '/{token}' : `/${inner}/{token}`
}
