import { NativeSelect } from '@mantine/core'
import { adminListMachines } from '@portico/contract/machines-admin'
import { v2bxCore } from '@portico/contract/node-setup'
import { type Certificate, type NodeSoftware, OWN_CERTIFICATE, PROGRAM_SOURCES } from '@portico/contract/node-software'
import type { AdminNode } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { CallAddress, useNodeOrigin } from './call-address-line.tsx'
import { CertificateHint, CertificateWarning } from './certificate-hint.tsx'
import { connectBlocks, SECRET_PLACEHOLDER, softwareFor } from './connect-blocks.ts'
import styles from './connection.module.css'
import { Command, CompleteConfig } from './copy-block.tsx'
import { FirstContact } from './first-contact.tsx'

/** `secret` is null if it can no longer be shown. */
export type ShownSecret = { node: AdminNode; secret: string | null }

/** Software of the node's machine, until another is chosen. */
function useNodeSetup({ node, secret }: ShownSecret) {
  const origin = useNodeOrigin()
  const { data } = useQuery({ ...list(adminListMachines, {}), enabled: node.machine_id !== null })
  const machine = data?.items.find(({ id }) => id === node.machine_id)
  const [chosen, choose] = useState<NodeSoftware | null>(null)
  const choices = softwareFor(node)
  const software = chosen ?? (machine && machine.software !== 'any' ? machine.software : (choices[0] ?? 'any'))
  const certificate: Certificate = machine?.certificate ?? OWN_CERTIFICATE
  const given = { software, certificate, secret: secret ?? SECRET_PLACEHOLDER, origin }
  return { software, choose, choices, certificate, blocks: connectBlocks(node, given) }
}

/** Command for the server, the address the node calls, and what follows. `isConnected`: only the last, and what keeps apps from it. */
export function NodeConnection({ shown, isConnected = false }: { shown: ShownSecret; isConnected?: boolean }) {
  const t = useT()
  const { software, choose, choices, certificate, blocks } = useNodeSetup(shown)
  const { node } = shown
  const [first, second] = blocks
  return (
    <div className={styles['connection']}>
      {!isConnected && (
        <>
          <NativeSelect
            label={t('node_manage.software')}
            data={choices.map((value) => ({ value, label: t(`node_manage.software_${value}`) }))}
            value={software}
            onChange={(event) => choose(choices.find((value) => value === event.currentTarget.value) ?? null)}
          />
          {software !== 'any' && (
            <p className={styles['caption']}>
              {t('node_manage.comes_from', PROGRAM_SOURCES[software])}{' '}
              <a href={PROGRAM_SOURCES[software].url} target="_blank" rel="noreferrer">
                {PROGRAM_SOURCES[software].url.replace('https://', '')}
              </a>
            </p>
          )}
          {first && <Command block={first} />}
          <RealityWarning node={node} software={software} />
          <CertificateHint node={node} software={software} certificate={certificate} />
          <CallAddress />
        </>
      )}
      {isConnected && <CertificateWarning node={node} software={software} certificate={certificate} />}
      <FirstContact node={node} fromNow={shown.secret !== null} />
      {!isConnected && second?.key === 'config' && <CompleteConfig block={second} />}
    </div>
  )
}

/** What keeps apps from a working node; nothing if they trust its certificate. */
export function UntrustedNode({ node }: { node: AdminNode }) {
  const { software, certificate } = useNodeSetup({ node, secret: null })
  return (
    <div className={styles['connection']}>
      <CertificateWarning node={node} software={software} certificate={certificate} />
    </div>
  )
}

/** v2node and the configurations for XrayR set the version that Xray asks of clients; sing-box in V2bX asks for none. */
function RealityWarning({ node: { settings }, software }: { node: AdminNode; software: NodeSoftware }) {
  const t = useT()
  const isReality = 'reality' in settings && settings.security === 'reality' && !settings.reality?.min_client_ver
  const isOpen = software === 'any' || (software === 'v2bx' && v2bxCore(settings) === 'xray')
  return isReality && isOpen ? <p className={styles['warning']}>{t('node_manage.connect_reality')}</p> : null
}
