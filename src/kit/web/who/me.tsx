import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Principal } from '#kit/contract/permission.ts'

/** The signed-in person, as `GET /api/users/me` tells; what the kit itself needs of it. */
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
  /** Whose portal it is: the word in the vendor's live destinations, and the name that people read. */
  readonly vendor: { readonly id: string; readonly name: string }
  /** Set while one acts as somebody else. */
  readonly impersonateMode?: object | null
  /** Hosts that links in what people write may lead to directly. */
  readonly trustedLinkHosts: readonly string[]
  /** Whether the portal shows made-up people and data. */
  readonly demo: boolean
}

const MeContext = createContext<{ readonly me: Me; readonly actor: Principal } | null>(null)

/** Gives everything below it the signed-in person. */
export function MeProvider({ me, children }: { me: Me; children: ReactNode }) {
  const value = useMemo(() => ({ me, actor: toPrincipal(me) }), [me])
  return <MeContext value={value}>{children}</MeContext>
}

/** The signed-in person; every page stands inside the provider. */
export function useMe(): Me {
  return useSignedIn().me
}

/** The signed-in person as the pure permission checks need them. */
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
