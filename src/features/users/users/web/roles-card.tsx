import { isVendor, type Role, roleNames } from '#features/access/roles/contract.ts'
import { IconWorld } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { useAccounts } from '#kit/web/who/account.tsx'
import { toPrincipal } from '#kit/web/who/me.tsx'
import { usePermissions } from '#kit/web/who/permission-catalogue.ts'
import type { Me } from '../contract.ts'
import { useText } from '../texts.ts'
import { permissionKey } from './permission-key.ts'
import classes from './roles-card.module.css'

/** The user's roles by account, and what each allows. */
export function RolesCard({ me }: { me: Me }) {
  const t = useText()
  const permissions = usePermissions()
  const accounts = useAccounts()
  const vendor = isVendor(toPrincipal(me))
  const rows = Object.entries(me.userAcl.rolesByGroup).flatMap(([group, roles]) => {
    const account = accounts.find(({ name }) => name === group)
    const name = group === '*' ? t('roles.all') : (account?.displayName ?? group)
    return roles.map((role) => ({ group, name, role }))
  })
  const allows = (role: string) =>
    permissions
      .filter(({ grants }) => grants.some((grant) => grant.role === role))
      .map(({ name }) => t(permissionKey(name)))
  return (
    <Card title={t('roles.title')} note={t(vendor ? 'roles.noteVendor' : 'roles.note')} flush>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('roles.account')}</th>
            <th>{t('roles.role')}</th>
            <th className={classes.allows}>{t('roles.allows')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ group, name, role }) => (
            <tr key={`${group} ${role}`}>
              <td>
                <span className="row">
                  {group === '*' ? <IconWorld size={18} aria-hidden /> : <Monogram name={name} />}
                  <span className="el">{name}</span>
                </span>
              </td>
              <td>{roleNames[role as Role] ?? role}</td>
              <td className={classes.allows} title={allows(role).join(', ')}>
                {allows(role).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
