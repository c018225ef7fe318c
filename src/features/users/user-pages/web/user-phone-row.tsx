import { type Role, roleNames } from '#features/access/roles/contract.ts'
import type { User } from '#features/users/user-management/contract.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import type { PhoneRow } from '#kit/web/table/phone-list.tsx'
import { Age } from '#kit/web/time/age.tsx'

/** A user in the phone list: name, state, role, and last sign-in. */
export function userRow({ fullName, userState, roles, lastLogin }: User): PhoneRow {
  const [first] = roles
  return {
    lead: <Avatar name={fullName} size={32} />,
    title: fullName,
    meta: (
      <>
        <StateBadge kind="user" state={userState} />
        <span className="el">{first ? (roleNames[first.role as Role] ?? first.role) : '–'}</span>
      </>
    ),
    end: lastLogin && <Age at={lastLogin} />,
  }
}
