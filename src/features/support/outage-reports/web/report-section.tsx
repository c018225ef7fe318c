import { Suspense, useState } from 'react'
import { editOutages } from '#features/support/case-access/contract.ts'
import { accountCasesUpdated, casesUpdated } from '#features/support/cases/contract.ts'
import type { Outage } from '#features/support/outages/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconDownload } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { type OutageReport, readOutageReport } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './outage-reports.module.css'
import { ReportText } from './report-text.tsx'

/** The report of an outage that is over; nothing while there is none to read. */
export function ReportSection({ outage, staff }: { outage: Outage; staff: boolean }) {
  const t = useText()
  const { vendor } = useMe()
  const over = !outage.open
  const query = useQueryOf(readOutageReport, { params: { key: outage.key } }, { enabled: over })
  const onMessage = () => void refresh(readOutageReport)
  useTopic(casesUpdated, over && staff ? { vendor: vendor.id } : undefined, onMessage)
  useTopic(accountCasesUpdated, over && !staff ? { account: outage.account } : undefined, onMessage)
  if (!over) return null
  const coming = (
    <Card title={t('title')}>
      <LoadingRows rows={3} />
    </Card>
  )
  return (
    <QueryView query={query} loading={staff && coming} notFound={null}>
      {(report) => <ReportCard outage={outage} report={report} />}
    </QueryView>
  )
}

const EditReport = lazyNamed(() => import('./edit-report.tsx'), 'EditReport')
const PublishReport = lazyNamed(() => import('./publish-report.tsx'), 'PublishReport')

/** The published report, for staff its draft beside it, and what this user may do with them. */
function ReportCard({ outage, report }: { outage: Outage; report: OutageReport }) {
  const t = useText()
  const mayEdit = useAllows(editOutages)
  const [editing, setEditing] = useState(false)
  const [publishing, setPublishing] = useState(false)
  const [kind, setKind] = useState<'draft' | 'published'>('draft')
  const { draft, published } = report
  const shown = (kind === 'draft' ? draft : published) ?? draft ?? published
  if (!shown) return null
  if (editing)
    return (
      <Suspense fallback={<LoadingRows rows={6} />}>
        <EditReport outage={outage} report={report} onClose={() => setEditing(false)} />
      </Suspense>
    )
  const isDraft = shown === draft
  return (
    <Card
      title={t('title')}
      note={
        !(draft && published) && (
          <Badge colour={isDraft ? 'orange' : 'green'}>{t(isDraft ? 'draft' : 'published')}</Badge>
        )
      }
      right={
        <span className={classes.actions}>
          {draft && published && (
            <SegmentedControl
              small
              aria-label={t('shown')}
              value={isDraft ? 'draft' : 'published'}
              onChange={setKind}
              options={[
                { value: 'draft', label: t('draft') },
                { value: 'published', label: t('published') },
              ]}
            />
          )}
          {mayEdit && (
            <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
              {t('edit')}
            </Button>
          )}
          {mayEdit && isDraft && draft?.saved && (
            <Button size="compact-sm" onClick={() => setPublishing(true)}>
              {t('publish')}
            </Button>
          )}
          {!isDraft && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={15} />}
              href={`/api/plugins/jira/outage-reports/${encodeURIComponent(report.key)}/pdf`}
              download
            >
              {t('download')}
            </Button>
          )}
        </span>
      }
    >
      <p className={classes.note}>
        {isDraft
          ? published
            ? t('nextNote', {
                account: outage.accountDisplayName,
                revision: shown.revision,
                current: published.revision,
              })
            : t(draft?.saved ? 'draftNote' : 'unsavedNote', { account: outage.accountDisplayName })
          : published &&
            t('publishedNote', {
              at: formatDateTime(published.publishedAt),
              name: published.publishedBy.fullName,
              zone: published.timeZone,
              revision: published.revision,
            })}
      </p>
      <ReportText texts={shown} />
      <Suspense>
        {publishing && <PublishReport outage={outage} report={report} onClose={() => setPublishing(false)} />}
      </Suspense>
    </Card>
  )
}
