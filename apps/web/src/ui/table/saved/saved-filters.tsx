import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { IconBookmark, IconX } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { useT } from '../../../i18n.ts'
import { TextButton } from '../../plain/text-button.tsx'
import styles from './saved-filters.module.css'
import { useSavedFilters } from './use-saved-filters.ts'

interface Props {
  /** Name of the list in the device's storage. */
  list: string
  /** The filter in use; empty: none. */
  current: Record<string, string>
  onUse: (search: Record<string, string>) => void
}

/** Keeps filters of a list under names, and goes back to them. */
export function SavedFilters({ list, current, onUse }: Props) {
  const t = useT()
  const { filters, save, remove } = useSavedFilters(list)
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const isFiltered = Object.keys(current).length > 0
  const keep = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (name.trim() === '') return
    save({ name: name.trim(), search: current })
    setName('')
  }
  const use = (search: Record<string, string>): void => {
    setOpen(false)
    onUse(search)
  }
  return (
    <Popover position="bottom-end" width={300} trapFocus returnFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Button
          size="compact-md"
          h={32}
          variant="default"
          className="sign-only"
          leftSection={<IconBookmark size={16} />}
          aria-label={t('saved_filter.menu')}
          onClick={() => setOpen(!isOpen)}
        >
          {t('saved_filter.menu')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles['menu'] ?? ''}>
        {filters.length === 0 && !isFiltered && <p className="quiet">{t('saved_filter.none')}</p>}
        {filters.length > 0 && (
          <ul aria-label={t('saved_filter.menu')}>
            {filters.map((one) => (
              <li key={one.name}>
                <TextButton onClick={() => use(one.search)}>{one.name}</TextButton>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('saved_filter.remove', { name: one.name })}
                  onClick={() => remove(one.name)}
                >
                  <IconX size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        {isFiltered && (
          <form noValidate onSubmit={keep}>
            <TextInput
              size="xs"
              aria-label={t('saved_filter.name')}
              placeholder={t('saved_filter.name')}
              maxLength={40}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" size="compact-sm" h={30} variant="default" disabled={name.trim() === ''}>
              {t('saved_filter.save')}
            </Button>
          </form>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
