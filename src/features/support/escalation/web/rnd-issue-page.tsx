import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { workOnRnd } from '#features/support/case-access/contract.ts'
import { casePath } from '#features/support/case-pages/paths.ts'
import { CaseBadge } from '#features/support/case-pages/web/index.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { IconFlask } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { usePageLabel } from '#kit/web/page-label.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate, formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import {
  editRndIssue,
  listFixBundles,
  listRndTexts,
  type RndCase,
  type RndIssue,
  readRndIssue,
  rndIssuesUpdated,
  rndStatuses,
} from '../contract.ts'
import { rndIssuesPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { escalationRefreshes } from './escalation-refreshes.ts'
import classes from './rnd-issue.module.css'
import { RndStatusBadge } from './rnd-status-badge.tsx'
import { RndTexts } from './rnd-texts.tsx'

/** One R&D issue: its state, the cases of all accounts with what each customer reads, and the R&D texts. */
export function RndIssuePage() {
  const t = useText()
  const { rndKey: key = '' } = useParams({ strict: false }) as { rndKey?: string }
  const { vendor } = useMe()
  const query = useQueryOf(readRndIssue, { params: { key } })
  usePageLabel(key, { back: rndIssuesPath() })
  useTopic(rndIssuesUpdated, { vendor: vendor.id }, (message) => {
    if (message === null || message.key === key.toUpperCase()) void refresh(readRndIssue, listRndTexts)
  })
  return (
    <QueryView
      query={query}
      page
      rows={8}
      notFound={
        <NotFoundState page icon={IconFlask} title={t('page.gone')}>
          {t('page.goneText')}
        </NotFoundState>
      }
    >
      {(issue) => (
        <Page>
          <PageHeader
            stacked
            title={issue.subject}
            badges={<RndStatusBadge status={issue.status} />}
            note={`${issue.key} · ${t('page.opened', { at: formatDateTime(issue.created), name: issue.createdBy.fullName })}`}
          />
          <RndFacts issue={issue} />
          <RndCases issue={issue} />
          {issue.description && (
            <Card title={t('page.description')}>
              <Markdown text={issue.description} />
            </Card>
          )}
          <RndTexts rndKey={issue.key} />
        </Page>
      )}
    </QueryView>
  )
}

/** The cases of an R&D issue, and the exact text that each customer reads of it. */
function RndCases({ issue }: { issue: RndIssue }) {
  const t = useText()
  const columns: readonly PlainColumn<RndCase>[] = [
    {
      id: 'account',
      label: t('page.account'),
      wide: true,
      cell: (row) => (
        <span className="row">
          <Monogram name={row.accountDisplayName} size={18} /> {row.accountDisplayName}
        </span>
      ),
    },
    {
      id: 'case',
      label: t('page.case'),
      width: 7,
      cell: (row) => (
        <Link to={casePath(row)} title={row.subject}>
          <code>{row.key}</code>
        </Link>
      ),
    },
    { id: 'status', label: t('list.status'), wide: true, cell: (row) => <CaseBadge row={{ ...row, type: 'CASE' }} /> },
    {
      id: 'runs',
      label: t('page.runs'),
      wide: true,
      cell: (row) => <code>{row.productVersion ?? t('list.none')}</code>,
    },
    { id: 'by', label: t('page.by'), wide: true, cell: (row) => row.linkedBy.fullName },
    {
      id: 'reads',
      label: t('page.reads'),
      cell: ({ milestone, internal }) =>
        internal ? (
          <Badge colour="purple">{t('page.internal')}</Badge>
        ) : (
          `${t(`milestone.${milestone.name}`)}${milestone.bundle ? ` ${milestone.bundle}` : ''}: ${formatDate(milestone.at)}`
        ),
    },
  ]
  const accounts = t('page.accountCount', { count: issue.accountCount })
  return (
    <Card flush title={t('page.cases')} note={t('page.caseCount', { count: issue.caseCount, accounts })}>
      <PlainTable label={t('page.cases')} columns={columns} rows={issue.cases} id={({ key }) => key} />
    </Card>
  )
}

/** Status, fix bundle and owner of an R&D issue; R&D edits them in place. */
function RndFacts({ issue }: { issue: RndIssue }) {
  const t = useText()
  const me = useMe()
  const mayWork = useAllows(workOnRnd)
  const [q, setQ] = useState('')
  const query = q && q !== issue.fixBundle?.name ? { q } : {}
  const offered = useQueryOf(listFixBundles, { query }, { enabled: mayWork, keep: true }).data?._embedded.bundles ?? []
  const bundles = [
    ...(issue.fixBundle ? [issue.fixBundle] : []),
    ...offered.filter(({ id }) => id !== issue.fixBundle?.id),
  ]
  const edit = useMutationOf(editRndIssue, {
    refreshes: escalationRefreshes,
    onSuccess: () => toast({ title: t('page.saved', { key: issue.key }) }),
    onProblem: (problem) =>
      problem.status === 412 ? showError(problem, { text: t('page.stale'), asWarning: true }) : showError(problem),
  })
  const save = (body: Parameters<typeof edit.mutate>[0]['body']) =>
    edit.mutate({ params: { key: issue.key }, body, version: issue.version })
  if (!mayWork)
    return (
      <Card>
        <DescriptionList
          lines={[
            [t('page.fix'), issue.fixBundle?.name ?? t('page.noFix')],
            [t('page.owner'), issue.owner?.fullName ?? t('page.unassigned')],
          ]}
        />
      </Card>
    )
  return (
    <Card>
      <div className={classes.facts}>
        <Select
          label={t('page.status')}
          allowDeselect={false}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          data={rndStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={issue.status}
          onChange={(value) => {
            const status = rndStatuses.find((one) => one === value)
            if (status && status !== issue.status) save({ status })
          }}
        />
        <Select
          label={t('page.fix')}
          placeholder={t('page.noFix')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('page.noFix') }}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          data={bundles.map(({ id, name }) => ({ value: id, label: name }))}
          value={issue.fixBundle?.id ?? null}
          onSearchChange={setQ}
          onChange={(fixBundleId) => fixBundleId !== (issue.fixBundle?.id ?? null) && save({ fixBundleId })}
        />
        <div className={classes.owner}>
          <span>{t('page.owner')}</span>
          <strong>{issue.owner?.fullName ?? t('page.unassigned')}</strong>
          {issue.owner?.username !== me.username && (
            <Button size="xs" variant="default" loading={edit.isPending} onClick={() => save({ owner: me.username })}>
              {t('page.take')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
