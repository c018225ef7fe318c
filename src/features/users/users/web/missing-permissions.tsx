import { IconLock } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { usePermissions } from '#kit/web/who/permission-catalogue.ts'
import { useText } from '../texts.ts'
import classes from './missing-permissions.module.css'
import { permissionKey } from './permission-key.ts'

/** Permissions listed, at most. */
const SHOWN = 30

/** The permissions that a user has nowhere, as text: the complement of their roles. */
export function MissingPermissions({ name, roles }: { name: string; roles: readonly string[] }) {
  const t = useText()
  const permissions = usePermissions()
  const missing = permissions.filter(({ grants }) => grants.every(({ role }) => !roles.includes(role)))
  return (
    <Card title={t('missing.title')} note={t('missing.note', { name })}>
      {missing.length === 0 && t('missing.nothing')}
      <ul className={classes.chips}>
        {missing.slice(0, SHOWN).map((right) => (
          <li key={right.name}>
            <IconLock size={13} aria-hidden /> {t(permissionKey(right.name))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
