import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { signOut } from '#features/access/sessions/web/index.ts'
import type { UserSettings } from '#features/users/users/contract.ts'
import { profilePath } from '#features/users/users/paths.ts'
import { useSettings } from '#features/users/users/web/index.ts'
import { IconKeyboard, IconLogout, IconUser } from '#kit/web/icons/icons.generated.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { useMenuText } from '../texts.ts'
import { useShellTools } from './shell-tools.tsx'

const densities = ['compact', 'normal', 'comfortable'] as const

/** The user menu: profile, keys, density, sign out. */
export function AvatarDropdown({ face }: { face: ReactElement }) {
  const t = useMenuText()
  const me = useMe()
  const { settings, change } = useSettings()
  const { openKeys } = useShellTools()
  return (
    <Menu position="bottom-end" width={232} withinPortal={false}>
      <Menu.Target>{face}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.username}</Menu.Label>
        <Menu.Item component={Link} to={profilePath()} leftSection={<IconUser size={16} aria-hidden />}>
          {t('profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={openKeys}>
          {t('keys')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('density')}</Menu.Label>
        <Menu.RadioGroup
          value={settings.density}
          onChange={(density) => change({ density: density as UserSettings['density'] })}
        >
          {densities.map((density) => (
            <Menu.RadioItem key={density} value={density} closeMenuOnClick={false}>
              {t(density)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
