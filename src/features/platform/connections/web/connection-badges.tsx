import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import type { Connection } from '../contract.ts'
import { useText } from './text.ts'

/** The state of a connection, and whether its last call failed. */
export function ConnectionBadges({ connection: { state, failing } }: { connection: Connection }) {
  const t = useText()
  return (
    <>
      <StateBadge kind="plugin" state={state} />
      {failing && state !== 'STOPPED' && <Badge colour="red">{t('failing')}</Badge>}
    </>
  )
}
