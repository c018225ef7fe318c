import { Badge } from '#kit/web/look/badge.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import type { LinkJob } from '../contract.ts'
import { useText } from '../texts.ts'

const colours: Readonly<Record<LinkJob['state'], BadgeColour>> = {
  IN_PROGRESS: 'light-blue',
  DONE: 'green',
  FAILED: 'red',
  CANCELLED: 'grey',
}

/** The state of a link job. */
export function LinkBadge({ state }: { state: LinkJob['state'] }) {
  const t = useText()
  return (
    <Badge colour={colours[state]} blinking={state === 'IN_PROGRESS'}>
      {t(`state.${state}`)}
    </Badge>
  )
}
