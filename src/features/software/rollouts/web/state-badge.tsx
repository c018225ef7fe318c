import { Badge } from '#kit/web/look/badge.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import type { Rollout, RolloutRing } from '../contract.ts'
import { useText } from '../texts.ts'

type State = Rollout['state'] | RolloutRing['state']

const colours: Readonly<Record<State, BadgeColour>> = {
  RUNNING: 'blue',
  WAITING: 'light-grey',
  HELD: 'orange',
  RELEASING: 'blue',
  SOAKING: 'light-blue',
  DONE: 'green',
  STOPPED: 'grey',
}

/** The state of a rollout or of a ring. */
export function StateBadge({ state }: { state: State }) {
  const t = useText()
  return <Badge colour={colours[state]}>{t(`state.${state}`)}</Badge>
}
