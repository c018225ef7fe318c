import { ActionIcon, Popover } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { State } from '#kit/web/states/state.tsx'
import { useText } from '#kit/web/text/kit-text.ts'

/** The bell of the header and its panel. */
export function Bell() {
  const t = useText()
  return (
    <Popover width={360} position="bottom-end" trapFocus withinPortal={false}>
      <Popover.Target>
        <ActionIcon aria-label={t('shell.bell')}>
          <IconBell size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('shell.bell')}>
        <State colour="blue" icon={<IconBellOff size={22} aria-hidden />} title={t('shell.bellEmpty')}>
          {t('shell.bellEmptyText')}
        </State>
      </Popover.Dropdown>
    </Popover>
  )
}
