import { useNavigate } from '@tanstack/react-router'
import { type RefObject, Suspense, useState } from 'react'
import { accountCalendarPath } from '#features/calendar/calendar-pages/paths.ts'
import { writeCalendar } from '#features/calendar/events/contract.ts'
import { manageAnnouncements } from '#features/messaging/announcements/contract.ts'
import { announcementPath } from '#features/messaging/announcements/paths.ts'
import { createCases } from '#features/support/case-access/contract.ts'
import { accountNewCasePath } from '#features/support/case-pages/paths.ts'
import { handPictureToNewCase } from '#features/support/case-pages/web/index.ts'
import { chartPicture } from '#kit/web/chart/chart-picture.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconDots, IconHeadset } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  acknowledgeInsights,
  type Finding,
  type FindingDetail,
  listFindings,
  readFinding,
  reopenFinding,
} from '../contract.ts'
import { findingPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { formatValue } from './format-value.ts'

const AcknowledgeDialog = lazyNamed(() => import('./acknowledge-dialog.tsx'), 'AcknowledgeDialog')

/** What can be done about a finding; a case gets a picture of the graph in `graph`. */
export function FindingActions({
  finding,
  graph,
}: {
  finding: FindingDetail
  graph: RefObject<HTMLDivElement | null>
}) {
  const t = useText()
  const here = useAccount()
  const mayAcknowledge = useAllows(acknowledgeInsights, finding.account)
  const mayFile = useAllows(createCases, finding.account)
  const [acknowledging, setAcknowledging] = useState(false)
  const reopen = useMutationOf(reopenFinding, {
    refreshes: [readFinding, listFindings],
    onSuccess: () => toast({ title: t('finding.reopened') }),
  })
  const object = finding.object || finding.deployment.displayName
  const handPicture = () => {
    if (!graph.current) return
    const title = `${finding.insightName} · ${t('finding.on', { object, deployment: finding.deployment.displayName })}`
    handPictureToNewCase(chartPicture(graph.current, { title, filename: `${finding.insight}.png` }))
  }
  return (
    <>
      {mayAcknowledge && finding.state !== 'CLEARED' && (
        <Button variant="default" onClick={() => setAcknowledging(true)}>
          {t(finding.state === 'ACKNOWLEDGED' ? 'finding.change' : 'finding.acknowledge')}
        </Button>
      )}
      {mayAcknowledge && finding.state === 'ACKNOWLEDGED' && (
        <Button
          variant="default"
          loading={reopen.isPending}
          onClick={() => reopen.mutate({ params: { id: finding.id }, version: finding.version })}
        >
          {t('finding.reopen')}
        </Button>
      )}
      {here && <FindingProposals finding={finding} account={here} />}
      {mayFile && here && !finding.caseKey && (
        <Button
          leftSection={<IconHeadset size={16} aria-hidden />}
          to={caseLinkOf(t, finding, { account: here, why: finding.definition.why })}
          onClick={handPicture}
        >
          {t('finding.file')}
        </Button>
      )}
      {acknowledging && (
        <Suspense fallback={null}>
          <AcknowledgeDialog finding={finding} onClose={() => setAcknowledging(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The address of a new case that is filled in from a finding; its link in the text links the case back. */
function caseLinkOf(
  t: ReturnType<typeof useText>,
  finding: Finding,
  { account, why }: { account: { readonly id: string; readonly name: string }; why: string },
): string {
  const object = finding.object || finding.deployment.displayName
  const value = formatValue(finding.worst, finding.unit)
  const search = {
    deployment: finding.deployment.id,
    subject: t('finding.subject', { insight: finding.insightName, value, object }).slice(0, 250),
    description: t('finding.description', {
      insight: finding.insightName,
      object,
      deployment: finding.deployment.displayName,
      from: new Date(finding.openedAt).toUTCString(),
      value,
      why,
      link: findingPath({ account, findingId: finding.id }),
    }),
    priority: finding.severity === 'CRITICAL' ? 'HIGH' : 'MEDIUM',
  }
  return accountNewCasePath({ account }, search)
}

/** What can be prepared from a finding besides a case: an event of the calendar, an announcement to the account. */
function FindingProposals({
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
