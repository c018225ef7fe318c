import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { readAudit } from '#features/platform/audit/contract.ts'
import { accountAuditPath, auditPath } from '#features/platform/audit/paths.ts'
import { editOutages } from '#features/support/case-access/contract.ts'
import { casePath } from '#features/support/case-pages/paths.ts'
import { CaseBadge } from '#features/support/case-pages/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { IconAlertTriangle, IconHistory } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { Stats } from '#kit/web/look/figure.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { Parts } from '#kit/web/parts.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime, formatTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { type Outage, readOutage } from '../contract.ts'
import { useText } from '../texts.ts'
import { ElapsedTime, useSecond } from './elapsed.tsx'
import { OutageTimeline } from './outage-timeline.tsx'
import classes from './outages.module.css'
import { outageSections } from './places.ts'
import { useOutageUpdates } from './use-outage-updates.ts'

const EditOutage = lazyNamed(() => import('./edit-outage.tsx'), 'EditOutage')
const ModemCurve = lazyNamed(() => import('./modem-curve.tsx'), 'ModemCurve')

const DAY_MS = 86_400_000

/** One outage: its clocks, its facts and its timeline. */
export function OutagePage() {
  const t = useText()
  const { outageKey: key = '' } = useParams({ strict: false }) as { outageKey?: string }
  const query = useQueryOf(readOutage, { params: { key } })
  const staff = useOutageUpdates(query.data?.account)
  usePageLabel(key)
  return (
    <QueryView
      query={query}
      page
      rows={8}
      notFound={
        <NotFoundState page icon={IconAlertTriangle} title={t('page.gone')}>
          {t('page.goneText')}
        </NotFoundState>
      }
    >
      {(outage) => (
        <Page>
          <PageHeader
            stacked
            title={outage.subject}
            badges={<CaseBadge row={{ status: outage.status, type: outage.open ? 'OUTAGE' : 'CASE' }} />}
            note={`${outage.key} · ${outage.accountDisplayName}`}
            actions={
              <>
                <AuditBefore outage={outage} />
                <Button variant="default" to={casePath(outage)}>
                  {t('page.case')}
                </Button>
              </>
            }
          />
          <Clocks outage={outage} />
          <Suspense fallback={<LoadingRows rows={6} />}>
            <ModemCurve outage={outage} />
          </Suspense>
          <div className={classes.columns}>
            <Facts outage={outage} />
            <OutageTimeline outage={outage} staff={staff} />
          </div>
          <Parts place={outageSections} outage={outage} staff={staff} />
        </Page>
      )}
    </QueryView>
  )
}

/** Leads to what was done in the account within the day before the outage. */
function AuditBefore({ outage }: { outage: Outage }) {
  const t = useText()
  const isStaff = isVendor(usePrincipal())
  if (!useAllows(readAudit, outage.account)) return null
  const dayBefore = new Date(Date.parse(outage.started) - DAY_MS).toISOString()
  const period = { atFrom: dayBefore, atTo: new Date(outage.started).toISOString() }
  return (
    <Button
      variant="default"
      leftSection={<IconHistory size={15} aria-hidden />}
      to={isStaff ? auditPath({ account: outage.account, ...period }) : accountAuditPath(outage, period)}
    >
      {t('page.audit')}
    </Button>
  )
}

function Clocks({ outage }: { outage: Outage }) {
  const t = useText()
  const now = useSecond()
  const late = outage.updateDue !== null && Date.parse(outage.updateDue) < now
  const dueText = outage.updateDue && formatTime(outage.updateDue)
  return (
    <Stats
      figures={[
        outage.ended === null
          ? {
              id: 'elapsed',
              label: t('page.elapsed'),
              value: <ElapsedTime since={outage.started} />,
              note: t('board.since', { at: formatDateTime(outage.started) }),
            }
          : {
              id: 'lasted',
              label: t('page.lasted'),
              value: t('page.minutes', { count: outage.outageTime }),
              note: t('page.until', { at: formatDateTime(outage.ended) }),
            },
        {
          id: 'modems',
          label: t('page.modems'),
          value: outage.totalCmsAffected === 0 ? t('page.affectedUnknown') : formatCount(outage.totalCmsAffected),
          tone: outage.open && outage.totalCmsAffected > 0 ? 'red' : undefined,
        },
        {
          id: 'due',
          label: t('page.due'),
          value: dueText ?? '–',
          note: dueText ? t(late ? 'page.overdue' : 'page.dueAt', { at: dueText }) : t('page.ended'),
          tone: late ? 'red' : undefined,
        },
        ...(outage.reportBy
          ? [
              {
                id: 'report',
                label: t('page.report'),
                value: formatTime(outage.reportBy),
                note: t('page.reportBy', { at: formatDateTime(outage.reportBy) }),
                tone: 'red' as const,
              },
            ]
          : []),
      ]}
    />
  )
}

function Facts({ outage }: { outage: Outage }) {
  const t = useText()
  const mayEdit = useAllows(editOutages)
  const [editing, setEditing] = useState(false)
  const edit = mayEdit && (
    <Button size="xs" variant="subtle" onClick={() => setEditing(true)}>
      {t('page.edit')}
    </Button>
  )
  const vendor = outage.isVendorIssue === null ? t('page.unknown') : t(outage.isVendorIssue ? 'page.yes' : 'page.no')
  return (
    <Card title={t('page.facts')} right={edit}>
      <DescriptionList
        lines={[
          [t('page.start'), formatDateTime(outage.started)],
          [t('page.end'), outage.ended && formatDateTime(outage.ended)],
          [t('page.reason'), t(`reason.${outage.reason}`)],
          [t('page.vendor'), vendor],
          [t('page.deployment'), outage.deployment],
          [t('page.cmts'), outage.cmtsVersion && <code>{outage.cmtsVersion}</code>],
          [t('page.rpd'), outage.rpdVersion && <code>{outage.rpdVersion}</code>],
          [t('page.owner'), outage.assignee?.fullName ?? t('page.unassigned')],
          [t('page.plan'), outage.planOfAction && <Markdown text={outage.planOfAction} />],
        ]}
      />
      <Suspense>{editing && <EditOutage outage={outage} onClose={() => setEditing(false)} />}</Suspense>
    </Card>
  )
}
