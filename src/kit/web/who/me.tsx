import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Principal } from '#kit/contract/permission.ts'

/** The signed-in user, as `GET /api/users/me` returns it; the part that the kit needs. */
export type Me = {
  readonly id: string
  readonly username: string
  readonly fullName: string
  readonly userAcl: {
    readonly groupsByRole: Readonly<Record<string, readonly string[]>>
    readonly rolesByGroup: Readonly<Record<string, readonly string[]>>
  }
  readonly assignedAccounts: readonly string[]
  readonly viewOnlyAccounts: readonly string[]
  /** Seconds until the session ends. */
  readonly expires_in: number
  readonly session_duration_in_hours: number
  readonly refresh_count: number
  /** The name of the portal: in its header and page titles. */
  readonly portalName: string
  /** The vendor of the portal: the word in its live destinations, and its display name. */
  readonly vendor: { readonly id: string; readonly name: string }
  /** Set during impersonation. */
  readonly impersonateMode?: object | null
  /** Hosts that links in users' texts may lead to directly. */
  readonly trustedLinkHosts: readonly string[]
  /** Whether the portal shows invented users and data. */
  readonly demo: boolean
}

const MeContext = createContext<{ readonly me: Me; readonly actor: Principal } | null>(null)

/** Provides its children with the signed-in user. */
export function MeProvider({ me, children }: { me: Me; children: ReactNode }) {
  const value = useMemo(() => ({ me, actor: toPrincipal(me) }), [me])
  return <MeContext value={value}>{children}</MeContext>
}

/** The signed-in user; every page is inside the provider. */
export function useMe(): Me {
  return useSignedIn().me
}

/** The signed-in user for the pure permission checks. */
export function usePrincipal(): Principal {
  return useSignedIn().actor
}

function useSignedIn() {
  const signedIn = use(MeContext)
  if (!signedIn) throw new Error('useMe outside MeProvider')
  return signedIn
}

/** Reads the access list into role-and-account pairs. */
export function toPrincipal(me: Me): Principal {
  return {
    id: me.id,
    username: me.username,
    fullName: me.fullName,
    assignedAccounts: me.assignedAccounts,
    roles: Object.entries(me.userAcl.groupsByRole).flatMap(([role, accounts]) =>
      accounts.map((account) =>
        me.viewOnlyAccounts.includes(account) ? { role, account, viewOnly: true } : { role, account },
      ),
    ),
  }
}
