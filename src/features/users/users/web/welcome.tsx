import { useEffect } from 'react'
import { signOut } from '#features/access/sessions/web/index.ts'
import { call } from '#kit/web/data/call.ts'
import { IconBuilding, IconHandStop, IconHeadset, IconLogout } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Parts } from '#kit/web/parts.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { permissionsChanged, readMe } from '../contract.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { welcomeParts } from './places.ts'
import classes from './welcome.module.css'

const LOOK_AGAIN_MS = 5_000

/** For a user without any role: what is missing, and who can grant it. */
export function Welcome() {
  const t = useText()
  const label = useLabel()
  const { fullName, username, portalName, vendor } = useMe()
  useEffect(() => {
    const timer = setInterval(() => void openWithRole().catch(() => undefined), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  useTopic(permissionsChanged, {}, () => void openWithRole().catch(() => undefined))
  useEffect(() => {
    document.title = `${portalName} – ${label('welcome')}`
  }, [label, portalName])
  return (
    <EmptyState
      page
      colour="blue"
      icon={<IconHandStop size={28} aria-hidden />}
      title={t('welcome.title', { name: fullName })}
      foot={
        <div className={classes.foot}>
          <Parts place={welcomeParts} onChange={() => void openWithRole().catch(() => undefined)} />
          <ul className={classes.users} aria-label={t('welcome.whoTitle')}>
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
                <strong>{t('welcome.vendor', { vendor: vendor.name })}</strong>
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
    </EmptyState>
  )
}

/** The first role reloads the portal: all data read so far is outdated. */
async function openWithRole(): Promise<void> {
  const { userAcl } = await call(readMe, {})
  if (Object.keys(userAcl.groupsByRole).length > 0) location.replace('/')
}
