import { Badge } from '#kit/web/look/badge.tsx'
import type { AnnouncementStatus } from '../contract/announcement.ts'
import { useText } from '../texts.ts'

const colours = { DRAFT: 'grey', SCHEDULED: 'blue', ACTIVE: 'green', INACTIVE: 'orange', ENDED: 'light-grey' } as const

/** The status of an announcement. */
export function StatusBadge({ status }: { status: AnnouncementStatus }) {
  const t = useText()
  return <Badge colour={colours[status]}>{t(`status.${status}`)}</Badge>
}
