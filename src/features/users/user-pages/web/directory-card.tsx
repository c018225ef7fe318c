import { operateConnections } from '#features/platform/connections/contract.ts'
import { connectionPath } from '#features/platform/connections/paths.ts'
import type { User } from '#features/users/user-management/contract.ts'
import { IconCircleCheck, IconClock, IconMailX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IfAllowed } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import classes from './user-page.module.css'

/**
 * Changes of the user that their external directory has not accepted: they are sent automatically, or are decided about
 * on the page of its connection.
 */
export function DirectoryCard({ user }: { user: User }) {
  const t = useText()
  if (!user.directory) return null
  const { connection, waiting, failed: failedCount } = user.directory
  const lines = [
    ...(waiting > 0 ? [{ icon: IconClock, text: t('directory.waiting', { count: waiting }) }] : []),
    ...(failedCount > 0 ? [{ icon: IconMailX, text: t('directory.failed', { count: failedCount }) }] : []),
  ]
  const shownLines = lines.length > 0 ? lines : [{ icon: IconCircleCheck, text: t('directory.allSynchronized') }]
  return (
    <Card title={t('directory.title', { provider: user.provider ?? '' })}>
      <ul className={classes.lines}>
        {shownLines.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={18} aria-hidden />
            <span className={classes.words}>{text}</span>
          </li>
        ))}
      </ul>
      <IfAllowed permission={operateConnections}>
        <Button variant="subtle" size="compact-sm" to={connectionPath({ connectionId: connection })}>
          {t('directory.open')}
        </Button>
      </IfAllowed>
    </Card>
  )
}
