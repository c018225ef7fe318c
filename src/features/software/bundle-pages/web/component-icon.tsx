import type { ComponentType } from '#features/software/bundles/contract.ts'
import { IconBrandDocker, IconFileText, IconPackage } from '#kit/web/icons/icons.generated.ts'

/** The icon of a kind of component. */
export function ComponentIcon({ kind }: { kind: ComponentType }) {
  if (kind === 'container') return <IconBrandDocker size={16} aria-hidden />
  return kind === 'document' ? <IconFileText size={16} aria-hidden /> : <IconPackage size={16} aria-hidden />
}
