import { Drawer } from '@mantine/core'
import { useText } from '#kit/web/text/kit-text.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import classes from './phone-menu.module.css'
import { Sidebar } from './rail.tsx'

/** The rail on a phone, with the account switcher above it, as a drawer. */
export function PhoneMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={300}
      title={t('shell.rail')}
      padding={12}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.account}>
        <AccountSwitcher />
      </div>
      <Sidebar folded={false} onPick={onClose} />
    </Drawer>
  )
}
