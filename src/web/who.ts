import { isVendor } from '#features/access/roles/contract.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'

/** Whether the signed-in user is vendor staff. */
export function useVendor(): boolean {
  return isVendor(usePrincipal())
}
