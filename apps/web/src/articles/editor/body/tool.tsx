import { ActionIcon, Tooltip } from '@mantine/core'
import type { IconProps } from '@tabler/icons-react'
import type { ComponentProps, ComponentType } from 'react'

/** Other attributes, such as of a popover's target, go to the button. */
interface ToolProps extends Omit<ComponentProps<'button'>, 'onClick' | 'color' | 'style'> {
  label: string
  icon: ComponentType<IconProps>
  /** The key that does the same, with Ctrl or ⌘. */
  keys?: string
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
}

const COMMAND = /mac/i.test(navigator.platform) ? '⌘' : 'Ctrl '

/** A button of the toolbar. The cursor stays in the text. */
export function Tool({ label, icon: Icon, keys, pressed, disabled = false, onClick, ...rest }: ToolProps) {
  return (
    <Tooltip label={keys ? `${label} (${COMMAND}${keys})` : label}>
      <ActionIcon
        variant={pressed ? 'light' : 'subtle'}
        {...(pressed ? {} : { color: 'gray' })}
        size={32}
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
        {...rest}
      >
        <Icon size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
