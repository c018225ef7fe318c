import type { ReactNode } from 'react'
import { allows, type Permission } from '#kit/contract/permission.ts'
import { usePrincipal } from './me.tsx'

/** Shows its children to users who have the permission: in the account, or, without one, anywhere. */
export function IfAllowed(props: {
  permission: Permission
  account?: string | undefined
  children: ReactNode
  otherwise?: ReactNode
}) {
  return useAllows(props.permission, props.account) ? props.children : props.otherwise
}

/** Whether the signed-in user has the permission: in the account, or, without one, anywhere. */
export function useAllows(permission: Permission, account?: string): boolean {
  return allows(usePrincipal(), permission, account)
}
