import { Modal } from '@mantine/core'
import { useMay } from '../../api/may.ts'
import { type MessageKey, useT } from '../../i18n.ts'
import { useShown } from '../../ui/dialog/use-shown.ts'
import { CONTROL } from './key-names.ts'
import styles from './keys-help.module.css'

type Keys = [key: string, does: MessageKey][]

const EVERYWHERE: Keys = [
  [`${CONTROL} K`, 'palette.label'],
  ['?', 'keys.help'],
  ['Esc', 'keys.close'],
]
const LISTS: Keys = [
  ['↑ ↓', 'keys.choose'],
  ['↵', 'keys.open'],
]
const WRITING: Keys = [[`${CONTROL} ↵`, 'keys.send']]
const INBOX: Keys = [
  ['j', 'ticket_inbox.key_next'],
  ['k', 'ticket_inbox.key_previous'],
  ['o', 'ticket_inbox.key_open'],
  ['r', 'ticket_inbox.key_reply'],
  ['n', 'ticket_inbox.key_note'],
  ['a', 'ticket_inbox.key_assign'],
  ['c', 'ticket_inbox.key_close'],
  ['/', 'ticket_inbox.key_canned'],
]

/** Lists the user's shortcuts. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  const may = useMay()
  const shown = useShown(opened)
  return (
    <Modal opened={shown} onClose={onClose} title={t('keys.title')} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Group title={t('keys.everywhere')} keys={EVERYWHERE} />
      <Group title={t('keys.lists')} keys={LISTS} />
      <Group title={t('keys.tickets')} keys={may('tickets.read') ? [...WRITING, ...INBOX] : WRITING} />
    </Modal>
  )
}

function Group({ title, keys }: { title: string; keys: Keys }) {
  const t = useT()
  return (
    <section className={styles['group']}>
      <h3>{title}</h3>
      <dl>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
