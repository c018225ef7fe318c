import { isVendorRole, type VendorRole, vendorRoles } from '#features/access/roles/contract.ts'
import { signInAgain } from '#features/access/sessions/web/index.ts'
import type { User } from '#features/users/user-management/contract.ts'
import { IconAlertCircle } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { grantableRoles, mayGrant } from '../contract.ts'
import { useText } from '../texts.ts'
import { CustomerRoles } from './customer-roles.tsx'
import classes from './role-matrix.module.css'
import { type RoleDraft, useRoleDraft } from './use-role-draft.ts'

/** The roles of a user by account: ticked cell by cell, saved at once. */
export function RoleMatrix({ user, account }: { user: User; account: string | null }) {
  const t = useText()
  const actor = usePrincipal()
  const draft = useRoleDraft(user)
  const isStaff = user.roles.some(({ role }) => isVendorRole(role))
  // A user with customer roles is a customer: vendor roles are not offered beside them.
  const mayMakeStaff = account === null && user.roles.length === 0 && grantableRoles(actor, null).some(isVendorRole)
  const staffRoles = (isStaff || mayMakeStaff) && <StaffRoles draft={draft} locked={user.externalAcl === true} />
  const isLocked = user.externalAcl === true
  useKeys(
    draft.changes > 0 ? [{ combo: 'mod+s', label: t('matrix.save'), group: t('matrix.title'), run: draft.save }] : [],
  )
  return (
    <>
      {isLocked && <p className={classes.locked}>{t('matrix.external')}</p>}
      {isStaff && staffRoles}
      <CustomerRoles
        user={user}
        account={account}
        draft={draft}
        locked={isLocked}
        foot={
          draft.changes > 0 && (
            <footer className={classes.foot}>
              <IconAlertCircle size={16} aria-hidden />
              <span className={classes.words}>
                <strong>{t('matrix.changes', { count: draft.changes })}</strong>{' '}
                {t('matrix.live', { name: user.fullName })}
              </span>
              <Button variant="default" onClick={draft.discard}>
                {t('matrix.discard')}
              </Button>
              <Button loading={draft.busy} rightSection={<Shortcut combo="mod+s" />} onClick={draft.save}>
                {t('matrix.save')}
              </Button>
            </footer>
          )
        }
      />
      {!isStaff && staffRoles}
      <Confirm
        opened={draft.stale}
        colour="blue"
        title={t('matrix.again')}
        action={t('matrix.againAction')}
        onConfirm={() => signInAgain(actor.username)}
        onClose={draft.closeStale}
      >
        {t('matrix.againText')}
      </Confirm>
    </>
  )
}

const roles = Object.keys(vendorRoles) as VendorRole[]

/** Vendor roles: held in all accounts, so they are a list. */
function StaffRoles({ draft, locked }: { draft: RoleDraft; locked: boolean }) {
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
