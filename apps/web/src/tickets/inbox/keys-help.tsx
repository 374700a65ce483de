import { Modal } from '@mantine/core'
import { useT } from '../../i18n.ts'
import styles from './inbox.module.css'

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['o', 'open'],
  ['r', 'reply'],
  ['n', 'note'],
  ['a', 'assign'],
  ['c', 'close'],
  ['/', 'canned'],
  ['Ctrl ↵', 'send'],
  ['?', 'help'],
] as const

/** The keys of the inbox. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useT()
  return (
    <Modal opened onClose={onClose} title={t('ticket_desk.keys')} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <dl className={styles['help']}>
        {KEYS.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`ticket_desk.key_${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
