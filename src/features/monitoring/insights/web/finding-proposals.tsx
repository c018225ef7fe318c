import { useNavigate } from '@tanstack/react-router'
import { accountCalendarPath } from '#features/calendar/calendar-pages/paths.ts'
import { writeCalendar } from '#features/calendar/events/contract.ts'
import { manageAnnouncements } from '#features/messaging/announcements/contract.ts'
import { announcementPath } from '#features/messaging/announcements/paths.ts'
import { IconDots } from '#kit/web/icons/icons.generated.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import type { Finding } from '../contract.ts'
import { findingPath } from '../paths.ts'
import { useText } from '../texts.ts'

/** What can be prepared from a finding besides a case: an event of the calendar, an announcement to the account. */
export function FindingProposals({
  finding,
  account,
}: {
  finding: Finding
  account: { readonly id: string; readonly name: string }
}) {
  const t = useText()
  const mayPlan = useAllows(writeCalendar, finding.account)
  const mayAnnounce = useAllows(manageAnnouncements)
  const navigate = useNavigate()
  const go = (href: string) => void navigate({ href })
  const object = finding.object || finding.deployment.displayName
  const about = { insight: finding.insightName, object, deployment: finding.deployment.displayName }
  const event = {
    subject: t('finding.eventSubject', about).slice(0, 250),
    description: findingPath({ account, findingId: finding.id }),
  }
  const announcement = {
    title: t('finding.announcementTitle', about).slice(0, 120),
    message: t('finding.announcementText', about),
    account: finding.account,
  }
  const actions = [
    ...(mayPlan ? [{ label: t('finding.planEvent'), run: () => go(accountCalendarPath({ account }, event)) }] : []),
    ...(mayAnnounce
      ? [{ label: t('finding.announce'), run: () => go(announcementPath({ announcementId: 'new' }, announcement)) }]
      : []),
  ]
  if (actions.length === 0) return null
  return (
    <ActionMenu
      groups={[actions]}
      face={(press) => (
        <IconButton aria-label={t('finding.more')} aria-haspopup="menu" onClick={press}>
          <IconDots size={16} aria-hidden />
        </IconButton>
      )}
    />
  )
}
