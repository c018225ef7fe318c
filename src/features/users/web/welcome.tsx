import { Button } from '@mantine/core'
import { IconBuilding, IconHandStop, IconHeadset, IconLogout } from '@tabler/icons-react'
import { useEffect } from 'react'
import { signOut } from '#features/sessions/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { State } from '#kit/web/states/state.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { readMe } from '../contract.ts'
import { useText } from './text.ts'
import classes from './welcome.module.css'

/** For somebody without any role: what is missing, and who can give it. */
export function Welcome() {
  const t = useText()
  const { fullName, username } = useMe()
  // With the first role the shell takes over by itself.
  const me = useQueryOf(readMe, {}, { refetchInterval: 15_000 })
  useEffect(() => {
    document.title = `Headend – ${t('welcome.label')}`
  }, [t])
  return (
    <State
      page
      colour="blue"
      icon={<IconHandStop size={28} aria-hidden />}
      title={t('welcome.title', { name: fullName })}
      foot={
        <div className={classes.foot}>
          <ul className={classes.people} aria-label={t('welcome.whoTitle')}>
            <li>
              <IconBuilding size={18} aria-hidden />
              <span>
                <strong>{t('welcome.manager')}</strong>
                {t('welcome.managerText')}
              </span>
            </li>
            <li>
              <IconHeadset size={18} aria-hidden />
              <span>
                <strong>{t('welcome.vendor', { vendor: me.data?.vendor.name ?? '' })}</strong>
                {t('welcome.vendorText')}
              </span>
            </li>
            <li className={classes.address}>
              <span>
                {t('welcome.say')}
                <strong>{username}</strong>
              </span>
              <CopyButton value={username} label={t('welcome.copy')} />
            </li>
          </ul>
          <p role="status">{t('welcome.waits')}</p>
          <Button variant="default" leftSection={<IconLogout size={15} aria-hidden />} onClick={() => void signOut()}>
            {t('welcome.signOut')}
          </Button>
        </div>
      }
    >
      {t('welcome.text')}
    </State>
  )
}
