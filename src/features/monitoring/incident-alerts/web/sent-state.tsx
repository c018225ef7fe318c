import { Callout } from '#kit/web/look/strip.tsx'
import type { AlertDetail } from '../contract.ts'
import { useText } from '../texts.ts'

const colours = { SENT: 'green', WAITING: 'orange', FAILED: 'red' } as const

/** Whether the connected alerting system has the alert. */
export function SentState({ outside: { system, state, error } }: { outside: NonNullable<AlertDetail['outside']> }) {
  const t = useText()
  const name = (t as (key: string) => string)(`system.${system}`)
  return (
    <Callout colour={colours[state]} title={t(`outside.${state}`, { system: name })}>
      {error && t('outside.reason', { error })}
    </Callout>
  )
}
