import { isVendor } from '#features/access/roles/contract.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'

/** Whether the signed-in person is vendor staff. */
export function useVendor(): boolean {
  return isVendor(usePrincipal())
}
