import { LinkPath } from '@portico/contract/links-admin'
import { LINK_PANELS } from '@portico/contract/link-panels'
import type { OldFinding, OldLinkSource } from '../records.ts'

type Wanted = { panel: string; secret: string | null; named: string | undefined; at: string }

/**
 * Where a panel serves links: as it is installed, or below the paths that the operator names, with the ends that force a format. A path
 * that cannot be served here is a finding.
 */
export function* panelLinks({ panel, secret, named, at }: Wanted): Generator<OldLinkSource | OldFinding> {
  const known = LINK_PANELS.find(({ name }) => name === panel)
  if (!known) throw new Error(`No panel ${panel}`)
  const [first] = known.paths
  const starts = named?.split(/\s+/).filter((text) => text !== '') ?? []
  const all =
    starts.length === 0
      ? known.paths
      : starts.flatMap((start) => known.paths.map((one) => ({ ...one, path: one.path.replace(first?.path ?? '', start) })))
  yield* served(all, { name: panel, linkKind: known.kind, secret, at })
}

type Served = Pick<OldLinkSource, 'name' | 'linkKind' | 'secret' | 'at'>

/** Those of the paths that can be served here; a finding for each of the others. */
export function* served(all: readonly LinkPath[], source: Served): Generator<OldLinkSource | OldFinding> {
  const paths: LinkPath[] = []
  for (const one of all) {
    const checked = LinkPath.safeParse(one)
    if (checked.success) paths.push(checked.data)
    else yield { kind: 'finding', code: 'link_path_odd', at: source.at, what: one.path }
  }
  if (paths.length > 0) yield { kind: 'link_source', key: 'links', paths, ...source }
}
