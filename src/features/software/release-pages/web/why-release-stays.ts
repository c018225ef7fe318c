import type { BundleRelease } from '#features/software/releases/contract.ts'
import type { useText } from '../texts.ts'

/** Why a release cannot be deleted now; undefined when it can. */
export function whyReleaseStays(
  { status, approval }: BundleRelease,
  t: ReturnType<typeof useText>,
): string | undefined {
  const isUnderWay = status === 'RELEASED' && (approval?.state === 'QUEUED' || approval?.state === 'IN_PROGRESS')
  return isUnderWay ? t('delete.underWay') : undefined
}
