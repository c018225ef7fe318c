import { type VendorRole, vendorRoles } from '#features/access/roles/contract.ts'
import { Card } from '#kit/web/look/card.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { mayGrant } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './role-matrix.module.css'
import type { RoleDraft } from './use-role-draft.ts'

const roles = Object.keys(vendorRoles) as VendorRole[]

/** Vendor roles: held in all accounts, so they are a list. */
export function StaffRoles({ draft, locked }: { draft: RoleDraft; locked: boolean }) {
  const t = useText()
  const actor = usePrincipal()
  const shown = roles.filter((role) => mayGrant(actor, role, null) || draft.ticked({ role, account: null }))
  return (
    <Card title={t('matrix.staff')} note={t('matrix.staffNote')}>
      <ul className={classes.staff}>
        {shown.map((role) => {
          const cell = { role, account: null }
          return (
            <li key={role} data-changed={draft.changed(cell) || undefined}>
              <label>
                <input
                  type="checkbox"
                  className={classes.box}
                  checked={draft.ticked(cell)}
                  disabled={locked || !mayGrant(actor, role, null)}
                  onChange={() => draft.toggle(cell)}
                />
                {vendorRoles[role]}
              </label>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
