import { Popover } from '@mantine/core'
import { adminFilledReplies } from '@portico/contract/canned-replies-admin'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { get } from '../../../api/query.ts'
import { useT } from '../../../i18n.ts'
import { LANGUAGE_NAMES } from '../../../ui/form/in-languages.tsx'
import { PathLink } from '../../../ui/path-link.tsx'
import styles from './composer.module.css'

interface PickerProps {
  ticketId: number
  opened: boolean
  onClose: () => void
  onChoose: (text: string) => void
  /** Target of the popover. */
  children: ReactNode
}

/** Canned replies, found by title or text, each as it will read for this member. */
export function CannedPicker({ opened, onClose, children, ...rest }: PickerProps) {
  const t = useT()
  return (
    <Popover
      opened={opened}
      onChange={(now) => !now && onClose()}
      position="top-start"
      width="target"
      withRoles={false}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={t('canned.tab')}>
        {opened && <Picker onClose={onClose} {...rest} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Picker({ ticketId, onClose, onChoose }: Omit<PickerProps, 'opened' | 'children'>) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const { data } = useQuery(get(adminFilledReplies, { query: { ticket_id: ticketId } }))
  const words = typed.trim().toLowerCase()
  const fitting = data?.items.filter(({ title, text }) => `${title}\n${text}`.toLowerCase().includes(words)) ?? []
  const current = fitting.find((one) => one.id === chosen) ?? fitting[0]
  const choose = (text: string): void => {
    onClose()
    onChoose(text)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || !current) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen(fitting.at((fitting.indexOf(current) + step) % fitting.length)?.id ?? null)
    if (event.key === 'Enter') choose(current.text)
    if (step !== undefined || event.key === 'Enter') event.preventDefault()
  }
  return (
    <div className={styles['picker']}>
      <input
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={current && `${id}-${current.id}`}
        aria-label={t('ticket_inbox.find_canned')}
        placeholder={t('ticket_inbox.find_canned')}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div className={styles['choices']}>
        <div id={id} role="listbox" aria-label={t('canned.tab')}>
          {fitting.map((one) => (
            // The keys are handled where the focus stays, in the field.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={one.id}
              id={`${id}-${one.id}`}
              role="option"
              aria-selected={one === current}
              onPointerMove={() => setChosen(one.id)}
              onClick={() => choose(one.text)}
            >
              {one.title}
            </div>
          ))}
        </div>
        {current && data && (
          <p lang={data.language} className={styles['preview']}>
            <small>{t('ticket_inbox.preview', { language: LANGUAGE_NAMES[data.language] })}</small>
            {current.text}
          </p>
        )}
      </div>
      {data && fitting.length === 0 && (
        <p className={styles['none']}>
          {t(data.total === 0 ? 'canned.empty' : 'menu.search_empty')} <PathLink to="/admin/ticket?tab=canned">{t('canned.tab')}</PathLink>
        </p>
      )}
    </div>
  )
}
