import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n.ts'
import styles from './filter-bar.module.css'

export interface Choice<T extends string> {
  value: T
  label: string
}

interface FilterChipProps<T extends string> {
  label: string
  choices: Choice<T>[]
  value: T | undefined
  onChange: (value: T | undefined) => void
  /** Called with typed text; the server searches. */
  onSearch?: (text: string) => void
}

/** Choices from which a search field is shown. */
const MANY = 9

/** A filter as a chip. Unset, it opens its choices; set, it shows the chosen one and a button to clear it. */
export function FilterChip<T extends string>({ label, choices, value, onChange, onSearch }: FilterChipProps<T>) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const type = (text: string): void => {
    setTyped(text)
    onSearch?.(text)
  }
  const searches = onSearch !== undefined || choices.length >= MANY
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      type('')
    },
    onDropdownOpen: () => {
      if (searches) combobox.focusSearchInput()
      else combobox.selectActiveOption()
    },
  })
  const words = typed.trim().toLowerCase()
  const shown = choices.filter((choice) => onSearch !== undefined || choice.label.toLowerCase().includes(words))
  const chosen = choices.find((choice) => choice.value === value)?.label ?? value
  const choose = (next: string): void => {
    onChange(next === value ? undefined : choices.find((choice) => choice.value === next)?.value)
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} width={248} position="bottom-start" onOptionSubmit={choose}>
      <Chip label={label} value={chosen} onClear={() => onChange(undefined)}>
        <Combobox.Target targetType="button" withExpandedAttribute>
          <button
            type="button"
            role="combobox"
            aria-expanded={combobox.dropdownOpened}
            aria-controls={combobox.listId ?? undefined}
            aria-label={chosen === undefined ? label : `${label}: ${chosen}`}
            onClick={() => combobox.toggleDropdown()}
          >
            <ChipText label={label} value={chosen} />
          </button>
        </Combobox.Target>
      </Chip>
      <Combobox.Dropdown>
        {searches && (
          <Combobox.Search
            aria-label={label}
            placeholder={label}
            value={typed}
            onChange={(event) => {
              type(event.currentTarget.value)
              combobox.updateSelectedOptionIndex()
            }}
          />
        )}
        <Combobox.Options mah={300} style={{ overflowY: 'auto' }} aria-label={label}>
          {shown.length === 0 && <Combobox.Empty>{t('table.no_choice')}</Combobox.Empty>}
          {shown.map((choice) => (
            <Combobox.Option key={choice.value} value={choice.value} active={choice.value === value} className={styles['choice'] ?? ''}>
              {choice.label}
              {choice.value === value && <IconCheck size={14} aria-hidden />}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The frame of a chip. `children`: the button that opens its choices. */
export function Chip({
  label,
  value,
  onClear,
  children,
}: {
  label: string
  value: string | undefined
  onClear: () => void
  children: ReactNode
}) {
  const t = useT()
  return (
    <span className={styles['chip']} data-on={value !== undefined || undefined}>
      {children}
      {value !== undefined && (
        <button type="button" data-clear aria-label={t('table.clear', { name: label })} onClick={onClear}>
          <IconX size={14} />
        </button>
      )}
    </span>
  )
}

/** Label of a chip and its value. */
export function ChipText({ label, value }: { label: string; value: string | undefined }) {
  if (value !== undefined) return <span>{value}</span>
  return (
    <>
      <IconPlus size={14} aria-hidden />
      {label}
    </>
  )
}
