import { Button, Input, type InputWrapperProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OwnFieldProps } from './own-field.ts'

type GroupFieldProps = Omit<OwnFieldProps, 'disabled'> & Pick<InputWrapperProps, 'descriptionProps'> & { children: ReactNode }

/** A setting of several inputs under one label. */
export function GroupField({ form, settingKey, label, ...rest }: GroupFieldProps) {
  return <Input.Wrapper label={label} error={form.errors[settingKey]} labelElement="div" role="group" aria-label={label} {...rest} />
}

interface ListFieldProps extends GroupFieldProps {
  disabled: boolean
  count: number
  most: number
  /** A new item. */
  empty: object
  /** Text of the button that adds one. */
  add: string
}

/** A setting that is a list: its items, and a button that adds one until there are `most`. */
export function ListField({ disabled, count, most, empty, add, children, ...group }: ListFieldProps) {
  const { form, settingKey } = group
  return (
    <GroupField {...group}>
      {children}
      {count < most && (
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem(settingKey, empty)}
        >
          {add}
        </Button>
      )}
    </GroupField>
  )
}
