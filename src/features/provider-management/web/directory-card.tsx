import { Card } from '#kit/web/look/card.tsx'
import { Facts } from '#kit/web/look/facts.tsx'
import { writeAge } from '#kit/web/time/time.ts'
import type { IdentityProvider } from '../contract.ts'
import { useText } from './text.ts'

/** How the portal and the directory that it manages people in get on. */
export function DirectoryCard({ directory }: { directory: NonNullable<IdentityProvider['directory']> }) {
  const t = useText()
  const { askedAt, error, heardAt, unstableSince } = directory
  const when = (moment: string | null) => (moment ? writeAge(moment) : t('directory.never'))
  return (
    <Card title={t('directory.title')}>
      <Facts
        lines={[
          [t('directory.asked'), when(askedAt)],
          [t('directory.heard'), when(heardAt)],
          [t('directory.error'), error],
          [t('directory.unstable'), unstableSince && t('directory.since', { when: writeAge(unstableSince) })],
        ]}
      />
    </Card>
  )
}
