import { spawnSync } from 'node:child_process'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { startClient } from './client-programs.ts'

/** A client of the matrix. `agent` and `flag`: how it asks for the member's file. `told`: its version where it tells none. */
export type CarryClient = { program: string; core: keyof typeof startClient; says: string[]; flag: string; told: string }
const singBox = (program: string, told: string): CarryClient => ({
  program,
  core: 'sing-box',
  says: ['version'],
  flag: '',
  told,
})
export const carryClients: CarryClient[] = [
  { program: 'mihomo', core: 'mihomo', says: ['-v'], flag: '', told: '1.19.30' },
  singBox('sing-box', '1.14.4'),
  singBox('sing-box-1.12', '1.12.0'),
  singBox('sing-box-1.11', '1.11.0'),
  { program: 'xray', core: 'xray', says: ['version'], flag: 'xray', told: '' },
]

/**
 * The version that a program tells, else the one in `CARRY_VERSIONS` (`v2node=0.4.4 V2bX=0.1.5`), else what is known of it. null: not on
 * PATH.
 */
export function versionOf(program: string, says: string[], told = ''): string | null {
  const { error, stdout } = spawnSync(program, says, { encoding: 'utf8' })
  if (error) return null
  const named = new RegExp(`(?:^|\\s)${program}=(\\S+)`).exec(process.env['CARRY_VERSIONS'] ?? '')?.[1]
  // mihomo calls itself 1.10.0 if it was built without a version.
  const own = /\bv?(\d+\.\d+\.\d+)\b/.exec(stdout)?.[1]
  return named ?? (own && own !== '1.10.0' ? own : told)
}

/** What a build of sing-box was made without, of what nodes may need. Others are always whole. */
export function missingIn({ program, core, says }: CarryClient): Set<'with_utls' | 'with_quic'> {
  const about = core === 'sing-box' ? spawnSync(program, says, { encoding: 'utf8' }).stdout : 'with_utls with_quic'
  return new Set((['with_utls', 'with_quic'] as const).filter((tag) => !about.includes(tag)))
}

/** Why a build cannot try a node; null: it can. */
export function untried(missing: ReturnType<typeof missingIn>, settings: ProtocolSettings): string | null {
  const isReality = 'security' in settings && settings.security === 'reality'
  if (isReality && missing.has('with_utls')) return 'not tried: this build has no uTLS'
  const isQuic = ['hysteria', 'hysteria2', 'tuic'].includes(settings.protocol)
  return isQuic && missing.has('with_quic') ? 'not tried: this build has no QUIC' : null
}

/** A profile without the fingerprints that such a build refuses. */
export function withoutFingerprints(profile: string): string {
  const whole = JSON.parse(profile) as { outbounds: { tls?: { utls?: unknown } }[] }
  for (const { tls } of whole.outbounds) delete tls?.utls
  return JSON.stringify(whole)
}
