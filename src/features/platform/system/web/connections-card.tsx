import { Link } from '@tanstack/react-router'
import { operateConnections } from '#features/platform/connections/contract.ts'
import { connectionPath, connectionsPath } from '#features/platform/connections/paths.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import type { SystemInfo } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './system-page.module.css'
import { attentionOf } from './system-parts.ts'

/** The connections to outside systems that need attention, each with what is wrong. */
export function ConnectionsCard({ connections: { count, unwell } }: { connections: SystemInfo['connections'] }) {
  const t = useText()
  const may = useAllows(operateConnections)
  if (count === 0) return null
  const colour = unwell.some(({ failing }) => failing) ? 'red' : unwell.length > 0 ? 'orange' : 'green'
  return (
    <Card
      title={may ? <Link to={connectionsPath()}>{t('part.connections')}</Link> : t('part.connections')}
      right={<Badge colour={colour}>{t('connections.well', { well: count - unwell.length, count })}</Badge>}
    >
      {unwell.length === 0 && <p className={classes.quiet}>{t('connections.good')}</p>}
      <ul className={classes.connections}>
        {unwell.map((one) => (
          <li key={one.id}>
            <span>
              {may ? <Link to={connectionPath({ connectionId: one.id })}>{one.systemName}</Link> : one.systemName}
              <span className={classes.quiet}>{one.account ?? t('connections.shared')}</span>
            </span>
            <span className={one.failing ? classes.failing : classes.quiet}>{attentionOf(t, one)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
