import { IconBuildingCommunity, IconKey } from '#kit/web/icons/icons.generated.ts'
import { useText } from '../text/kit-text.ts'
import { Badge } from './badge.tsx'

/** The origin of a user's sign-in: an outside identity provider by its name, or the portal (null). */
export function ProviderChip({ name }: { name: string | null }) {
  const t = useText()
  const Sign = name === null ? IconKey : IconBuildingCommunity
  return (
    <Badge colour={name === null ? 'light-grey' : 'blue'} icon={<Sign size={12} aria-hidden />}>
      <span title={name === null ? t('provider.here') : t('provider.outside', { name })}>
        {name ?? t('provider.portal')}
      </span>
    </Badge>
  )
}
