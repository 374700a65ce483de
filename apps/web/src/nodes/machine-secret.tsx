import { Button, Group, Modal } from '@mantine/core'
import type { Machine } from '@portico/contract/machines-admin'
import { adminGetNode } from '@portico/contract/nodes-admin'
import { useQueries } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { CallAddress, useNodeOrigin } from './call-address-line.tsx'
import { setupBlocks } from './connect-blocks.ts'
import { Command, CompleteConfig, CopyBlock } from './copy-block.tsx'
import styles from './nodes-manage.module.css'

export type ShownMachineSecret = { machine: Machine; secret: string }

/** Shows a machine's secret, once, with the command for its nodes, the values its agent needs and a command to test it. */
export function MachineSecret({ shown, onClose }: { shown: ShownMachineSecret; onClose: () => void }) {
  const t = useT()
  const origin = useNodeOrigin()
  const {
    machine: { id, name, node_ids, software, certificate },
    secret,
  } = shown
  const read = useQueries({ queries: node_ids.map((nodeId) => get(adminGetNode, { params: { id: nodeId } })) })
  const served = read.flatMap(({ data }) => (data?.parent_id === null ? [data] : []))
  const isRead = read.every(({ isPending }) => !isPending)
  const [install, config] = served.length === 0 || !isRead ? [] : setupBlocks(served, { software, certificate, secret, origin })
  const snippet = JSON.stringify({ ApiHost: origin, ApiKey: secret, MachineID: id }, null, 2)
  const command = `curl -X POST '${origin}/api/v2/server/machine/nodes?machine_id=${id}' -H 'Authorization: Bearer ${secret}'`
  const parts = [
    { caption: t('node_manage.secret'), text: secret },
    { caption: t('node_manage.snippet'), text: snippet },
    { caption: t('machine.try'), text: command },
  ]
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={<strong>{t('machine.secret_title', { name })}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className={styles['secret']}>
        <Banner tone="warn">{t('node_manage.secret_once')}</Banner>
        {install && <Command block={install} />}
        <CallAddress />
        <Facts>
          <Fact name={t('node_manage.api_address')}>{origin}</Fact>
          <Fact name={t('machine.id')}>{id}</Fact>
        </Facts>
        {config && <CompleteConfig block={config} />}
        {parts.map(({ caption, text }) => (
          <CopyBlock key={caption} caption={caption} text={text} />
        ))}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('node_manage.secret_done')}
        </Button>
      </Group>
    </Modal>
  )
}
