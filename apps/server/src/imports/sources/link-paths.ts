import type { LinkPath } from '@portico/contract/links-admin'
import type { Given } from '../source.ts'

/** Where links were served: as the operator said, or else as the panel does by itself. */
export function linkPaths({ options }: Given, usual: LinkPath[]): LinkPath[] {
  const named = (options.link_paths ?? '').split(/\s+/).filter((path) => path !== '')
  return named.length > 0 ? named.map((path) => ({ path, format: null })) : usual
}
