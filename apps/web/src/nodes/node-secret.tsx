import { Button, Group, Modal } from '@mantine/core'
import { OWN_CERTIFICATE } from '@portico/contract/node-software'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { useNodeOrigin } from './call-address-line.tsx'
import { connectBlocks, SECRET_PLACEHOLDER } from './connect-blocks.ts'
import { CopyBlock } from './copy-block.tsx'
import { NodeConnection, type ShownSecret } from './node-connection.tsx'
import styles from './nodes-manage.module.css'

/**
 * Connects a node: one command to run on its server, then live what the node does. The secret is shown only once; later a
 * placeholder takes its place.
 */
export function NodeSecret({ shown, onClose }: { shown: ShownSecret; onClose: () => void }) {
  const t = useT()
  const { node, secret } = shown
  const once = secret !== null
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      closeOnClickOutside={!once}
      closeOnEscape={!once}
      title={<strong>{t('node_manage.secret_title', { name: node.shown_name })}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div className={styles['secret']}>
        {once ? (
          <Banner tone="warn">{t('node_manage.secret_once')}</Banner>
        ) : (
          <Banner tone="info">{t('node_manage.secret_gone', { placeholder: SECRET_PLACEHOLDER })}</Banner>
        )}
        <NodeConnection shown={shown} />
        <OtherWays shown={shown} />
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t(once ? 'node_manage.secret_done' : 'action.close')}
        </Button>
      </Group>
    </Modal>
  )
}

/** The single values, and texts for other node software. */
function OtherWays({ shown }: { shown: ShownSecret }) {
  const t = useT()
  const { node, secret } = shown
  const origin = useNodeOrigin()
  const given = { software: 'any', certificate: OWN_CERTIFICATE, secret: secret ?? SECRET_PLACEHOLDER, origin } as const
  return (
    <details className={styles['others']}>
      <summary>{t('node_manage.other_ways')}</summary>
      <Facts>
        <Fact name={t('node_manage.api_address')}>{origin}</Fact>
        <Fact name={t('node_manage.node_id')}>{node.id}</Fact>
        <Fact name={t('node_manage.node_type')}>{node.settings.protocol}</Fact>
      </Facts>
      {secret !== null && (
        <div>
          <p className={styles['caption']}>{t('node_manage.secret')}</p>
          <div className={styles['code']}>
            <code>{secret}</code>
            <CopyButton text={secret} />
          </div>
        </div>
      )}
      {connectBlocks(node, given).map(({ key, text }) => (
        <CopyBlock key={key} caption={t(`node_manage.connect_${key}`)} text={text} />
      ))}
    </details>
  )
}
