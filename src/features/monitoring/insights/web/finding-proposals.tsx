import { useNavigate } from '@tanstack/react-router'
import { writeCalendar } from '#features/calendar/events/contract.ts'
import { manageAnnouncements } from '#features/messaging/announcements/contract.ts'
import { IconDots } from '#kit/web/icons/icons.generated.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { accountPath } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import type { Finding } from '../contract.ts'
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
  const go = (to: string) => void navigate({ to } as never)
  const object = finding.object || finding.deployment.displayName
  const about = { insight: finding.insightName, object, deployment: finding.deployment.displayName }
  const event = new URLSearchParams({
    subject: t('finding.eventSubject', about).slice(0, 250),
    description: `${accountPath(account)}/insights/findings/${finding.id}`,
  })
  const announcement = new URLSearchParams({
    title: t('finding.announcementTitle', about).slice(0, 120),
    message: t('finding.announcementText', about),
    account: finding.account,
  })
  const actions = [
    ...(mayPlan ? [{ label: t('finding.planEvent'), run: () => go(`${accountPath(account)}/calendar?${event}`) }] : []),
    ...(mayAnnounce
      ? [{ label: t('finding.announce'), run: () => go(`/admin/announcements/new?${announcement}`) }]
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
