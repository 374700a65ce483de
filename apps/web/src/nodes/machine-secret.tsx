import { Button, Group, Modal } from '@mantine/core'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { CallAddress, useNodeOrigin } from './call-address-line.tsx'
import { CopyBlock } from './copy-block.tsx'
import styles from './nodes-manage.module.css'

export type ShownMachineSecret = { id: number; name: string; secret: string }

/** Shows a machine's secret, once, with the values its agent needs and a command to test it. */
export function MachineSecret({ shown, onClose }: { shown: ShownMachineSecret; onClose: () => void }) {
  const t = useT()
  const origin = useNodeOrigin()
  const { id, name, secret } = shown
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
        <CallAddress />
        <Facts>
          <Fact name={t('node_manage.api_address')}>{origin}</Fact>
          <Fact name={t('machine.id')}>{id}</Fact>
        </Facts>
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
