type Package = {
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
}
/** A lock file of npm: packages by their path. */
export type Lock = { packages: Record<string, Package> }

/** `installed`: what npm put into the release. `has`: whether a path is still there. `time`: seconds since 1970. */
type Release = { version: string; lock: Lock; installed: Lock; has: (path: string) => boolean; time: number }

/**
 * The packages of a release as CycloneDX 1.5: those in it, and those that the web app was built from. Not by `npm sbom`, which leaves out
 * packages such as React that something else needs for development too.
 */
export function listComponents({ version, lock, installed, has, time }: Release): string {
  const isIn = ([path, { dev, devOptional, optional }]: [string, Package]): boolean =>
    path in installed.packages ? has(path) : !dev && !devOptional && !optional
  const packages = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  const components = new Map(packages.filter(isIn).map(([path, about]) => componentOf(path, about)))
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: {
        timestamp: new Date(time * 1000).toISOString(),
        component: { type: 'application', name: 'portico', version },
      },
      components: [...components.values()],
    },
    null,
    2,
  )}\n`
}

function componentOf(path: string, { version, license, integrity = '' }: Package): [string, object] {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [, hash] = /^sha512-(.+)$/.exec(integrity) ?? []
  return [
    purl,
    {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      ...(hash ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] } : {}),
      ...(license ? { licenses: [{ expression: license }] } : {}),
      purl,
    },
  ]
}
