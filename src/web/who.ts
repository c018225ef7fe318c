import { isVendor } from '#features/roles/contract.ts'
import { useActor } from '#kit/web/who/me.tsx'

/** Whether the signed-in person is vendor staff. */
export function useVendor(): boolean {
  return isVendor(useActor())
}
