import { Menu, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconCheck, IconChevronDown } from '#kit/web/icons/icons.generated.ts'
import { Button, type ButtonColour, ButtonGroup } from './button.tsx'

/** One option of a split button; `blocked` disables it and says why. */
export type SplitOption = { id: string; label: string; icon?: ReactNode; blocked?: string | undefined; run: () => void }

/** A button that does the selected option, with a menu of the others. ↓ opens it, Esc closes it. */
export function SplitButton(props: {
  label: string
  colour?: ButtonColour
  /** White, for what is not the main thing of the view. */
  quiet?: boolean
  options: readonly SplitOption[]
  selected: string
  onSelect: (id: string) => void
}) {
  const { options, selected, onSelect } = props
  const look = { variant: props.quiet ? 'default' : 'filled', color: props.colour ?? 'blue' } as const
  const current = options.find((option) => option.id === selected) ?? options[0]
  if (!current) return null
  return (
    <Menu position="bottom-end">
      <ButtonGroup>
        <Button {...look} leftSection={current.icon} disabled={current.blocked !== undefined} onClick={current.run}>
          {current.label}
        </Button>
        <Menu.Target>
          <Button {...look} style={{ paddingInline: '0.4375rem' }} aria-label={props.label}>
            <IconChevronDown size={15} aria-hidden />
          </Button>
        </Menu.Target>
      </ButtonGroup>
      <Menu.Dropdown>
        {options.map((option) => (
          <Tooltip key={option.id} label={option.blocked} disabled={!option.blocked} position="left">
            <Menu.Item
              leftSection={option.icon}
              rightSection={option.id === selected ? <IconCheck size={15} aria-hidden /> : null}
              aria-disabled={option.blocked !== undefined || undefined}
              data-disabled={option.blocked !== undefined}
              onClick={() => option.blocked === undefined && onSelect(option.id)}
            >
              {option.label}
            </Menu.Item>
          </Tooltip>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
