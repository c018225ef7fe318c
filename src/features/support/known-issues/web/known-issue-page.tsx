import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { accountDashboardPath } from '#features/home/dashboard/paths.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { IconAlertTriangle, IconPencil } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type KnownIssueDetail,
  manageKnownIssues,
  readEveryKnownIssue,
  readKnownIssue,
  readKnownIssueNote,
} from '../contract.ts'
import { knownIssuesPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { FixedBadge, SeverityBadge, UnpublishedBadge } from './known-issue-badges.tsx'
import { KnownIssueCases } from './known-issue-cases.tsx'
import classes from './known-issue-page.module.css'

const KnownIssueForm = lazyNamed(() => import('./known-issue-form.tsx'), 'KnownIssueForm')

/** One known issue: what happens, where, what helps, and the cases that have it. */
export function KnownIssuePage() {
  const t = useText()
  const { issueKey } = useParams({ strict: false }) as { issueKey: string }
  const query = useQueryOf(readKnownIssue, { params: { key: issueKey } })
  usePageLabel(query.data?.title, { back: knownIssuesPath() })
  return (
    <QueryView
      page
      query={query}
      loading={
        <Page>
          <LoadingRows rows={8} />
        </Page>
      }
      notFound={
        <NotFoundState
          page
          icon={IconAlertTriangle}
          title={t('gone')}
          actions={
            <Button variant="default" to={knownIssuesPath()}>
              {t('toList')}
            </Button>
          }
        >
          {t('goneText')}
        </NotFoundState>
      }
    >
      {(issue) => <Body issue={issue} />}
    </QueryView>
  )
}

function Body({ issue }: { issue: KnownIssueDetail }) {
  const t = useText()
  const phone = useIsMobile()
  const isStaff = useAllows(readEveryKnownIssue, '*')
  const mayEdit = useAllows(manageKnownIssues)
  const [editing, setEditing] = useState(false)
  const edit = mayEdit && (
    <Button variant="default" leftSection={<IconPencil size={15} aria-hidden />} onClick={() => setEditing(true)}>
      {t('edit')}
    </Button>
  )
  return (
    <Page>
      <PageHeader
        stacked
        title={issue.title}
        badges={
          <>
            <SeverityBadge {...issue} />
            <FixedBadge {...issue} />
            <UnpublishedBadge {...issue} />
          </>
        }
        note={<span translate="no">{`${issue.key} · ${issue.product} ${issue.affected}`}</span>}
        actions={edit}
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Card title={t('workaround')}>
            {issue.workaround ? <Markdown text={issue.workaround} /> : <p>{t('noWorkaround')}</p>}
          </Card>
          {issue.releaseNote && (
            <Card title={t('releaseNote')}>
              <Markdown text={issue.releaseNote} />
            </Card>
          )}
          <KnownIssueCases issueKey={issue.key} />
        </div>
        <div className={classes.main}>
          <Facts issue={issue} />
          <AffectedDeployments issue={issue} />
          {isStaff && <InternalNote issueKey={issue.key} />}
        </div>
      </div>
      {phone && edit && <BottomBar>{edit}</BottomBar>}
      {editing && (
        <Suspense>
          <KnownIssueForm issue={issue} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function Facts({ issue }: { issue: KnownIssueDetail }) {
  const t = useText()
  return (
    <Card title={t('facts')}>
      <DescriptionList
        lines={[
          [
            t('symptom'),
            <span key="" translate="no">
              {issue.symptom}
            </span>,
          ],
          [
            t('component'),
            issue.component && (
              <span key="" translate="no">
                {issue.component}
              </span>
            ),
          ],
          [t('affected'), <code key="">{issue.affected}</code>],
          [t('fixedIn'), issue.fixedIn ? <code key="">{issue.fixedIn}</code> : t('onCase.open')],
          [t('conditions'), linesOf(issue.conditions)],
          [t('signature'), linesOf(issue.signature, true)],
          [t('updated'), formatDateTime(issue.updated)],
        ]}
      />
    </Card>
  )
}

function linesOf(texts: readonly string[], isCode = false) {
  if (texts.length === 0) return null
  return (
    <ul className={classes.lines}>
      {texts.map((text) => (
        <li key={text} translate="no">
          {isCode ? <code>{text}</code> : text}
        </li>
      ))}
    </ul>
  )
}

/** What only vendor staff reads of a known issue; nothing where there is none. */
function InternalNote({ issueKey }: { issueKey: string }) {
  const t = useText()
  const { data } = useQueryOf(readKnownIssueNote, { params: { key: issueKey } })
  if (!data || (data.note === '' && data.detect === '')) return null
  return (
    <Card title={t('internal')}>
      <DescriptionList
        lines={[
          [
            t('internalNote'),
            data.note && (
              <span className={classes.pre} translate="no">
                {data.note}
              </span>
            ),
          ],
          [t('detect'), data.detect && <code className={classes.pre}>{data.detect}</code>],
        ]}
      />
    </Card>
  )
}

/** The deployments with an affected version that the user may see. */
function AffectedDeployments({ issue: { deployments, deploymentCount } }: { issue: KnownIssueDetail }) {
  const t = useText()
  const more = deploymentCount - deployments.length
  if (deploymentCount === 0)
    return (
      <Card title={t('deployments')}>
        <p>{t('deploymentsNone')}</p>
      </Card>
    )
  return (
    <Card title={t('deployments')} note={more > 0 ? t('deploymentsMore', { count: more }) : undefined} flush>
      <PlainTable
        label={t('deployments')}
        rows={deployments}
        id={({ id }) => id}
        columns={[
          {
            id: 'deployment',
            label: t('deployment'),
            cell: ({ account, accountId, accountName, name }) => (
              <Link to={accountDashboardPath({ account, accountId })} translate="no">
                {accountName} · {name}
              </Link>
            ),
          },
          { id: 'version', label: t('version'), width: 6, cell: ({ version }) => <code>{version}</code> },
        ]}
      />
    </Card>
  )
}
