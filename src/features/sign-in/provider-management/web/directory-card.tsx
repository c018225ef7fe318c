import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import type { IdentityProvider } from '../contract.ts'
import { useText } from '../texts.ts'

/** The state of the connection to the directory in which the portal manages users. */
export function DirectoryCard({ directory }: { directory: NonNullable<IdentityProvider['directory']> }) {
  const t = useText()
  const { askedAt, error, receivedAt, unstableSince } = directory
  const when = (moment: string | null) => (moment ? formatAge(moment) : t('directory.never'))
  return (
    <Card title={t('directory.title')}>
      <DescriptionList
        lines={[
          [t('directory.asked'), when(askedAt)],
          [t('directory.lastReceived'), when(receivedAt)],
          [t('directory.error'), error],
          [t('directory.unstable'), unstableSince && t('directory.since', { when: formatAge(unstableSince) })],
        ]}
      />
    </Card>
  )
}
