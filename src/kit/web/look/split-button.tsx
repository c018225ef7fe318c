import type { ReactNode } from 'react'
import { IconChevronDown } from '#kit/web/icons/icons.generated.ts'
import { ActionMenu } from './action-menu.tsx'
import { Button, type ButtonColour, ButtonGroup } from './button.tsx'

/** One option of a split button; `blocked` disables it and shows why. */
export type SplitOption = { id: string; label: string; icon?: ReactNode; blocked?: string | undefined; run: () => void }

/** A button that does the selected option, with a menu of the others. ↓ opens it, Esc closes it. */
export function SplitButton(props: {
  label: string
  colour?: ButtonColour
  /** White, for a secondary action of the view. */
  quiet?: boolean
  options: readonly SplitOption[]
  selected: string
  onSelect: (id: string) => void
}) {
  const { options, selected: selectedId, onSelect } = props
  const look = { variant: props.quiet ? 'default' : 'filled', color: props.colour ?? 'blue' } as const
  const current = options.find((option) => option.id === selectedId) ?? options[0]
  if (!current) return null
  return (
    <ButtonGroup>
      <Button {...look} leftSection={current.icon} blocked={current.blocked} onClick={current.run}>
        {current.label}
      </Button>
      <ActionMenu
        groups={[
          options.map((option) => ({
            ...option,
            checked: option.id === selectedId,
            run: () => onSelect(option.id),
          })),
        ]}
        face={(press) => (
          <Button
            {...look}
            style={{ paddingInline: '0.4375rem' }}
            aria-label={props.label}
            aria-haspopup="menu"
            onClick={press}
          >
            <IconChevronDown size={15} aria-hidden />
          </Button>
        )}
      />
    </ButtonGroup>
  )
}
