import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import type { Connection } from '../contract.ts'
import { useText } from '../texts.ts'

/** The state of a connection, whether its last call failed, and what is unusual about its responses. */
export function ConnectionBadges({ connection }: { connection: Connection }) {
  const t = useText()
  const { state, failing, contractChanges, simulatedFault } = connection
  return (
    <>
      <StateBadge kind="plugin" state={state} />
      {failing && state !== 'STOPPED' && <Badge colour="red">{t('failing')}</Badge>}
      {contractChanges > 0 && <Badge colour="orange">{t('contract.badge')}</Badge>}
      {simulatedFault && <Badge colour="orange">{t('simulation.badge')}</Badge>}
    </>
  )
}
