import { Menu, Tooltip } from '@mantine/core'
import { Fragment, type ReactElement } from 'react'
import { IconCheck } from '#kit/web/icons/icons.generated.ts'
import type { MenuAction } from './menu-action.ts'

/** The list of an `ActionMenu`, in a separate script. */
export function ActionMenuList(props: {
  face: ReactElement
  groups: readonly (readonly MenuAction[])[]
  position: 'bottom-start' | 'bottom-end'
  inPage: boolean
}) {
  return (
    <Menu position={props.position} trapFocus withinPortal={!props.inPage}>
      <Menu.Target>{props.face}</Menu.Target>
      <Menu.Dropdown>
        {props.groups.map((group, index) => (
          <Fragment key={group[0]?.label}>
            {index > 0 && <Menu.Divider />}
            {group.map((action) => (
              <Action key={action.label} action={action} />
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Action({ action }: { action: MenuAction }) {
  const { label, icon, checked: isChecked, blocked: blockedText, href, run } = action
  if (href) {
    return (
      <Menu.Item component="a" href={href} download leftSection={icon}>
        {label}
      </Menu.Item>
    )
  }
  return (
    <Tooltip label={blockedText} disabled={!blockedText} position="left">
      <Menu.Item
        leftSection={icon}
        rightSection={isChecked ? <IconCheck size={15} aria-hidden /> : null}
        aria-disabled={blockedText !== undefined || undefined}
        data-disabled={blockedText !== undefined}
        onClick={() => blockedText === undefined && run?.()}
      >
        {label}
      </Menu.Item>
    </Tooltip>
  )
}
