import { useParams } from '@tanstack/react-router'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { IconFlask } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { listRndTexts, readRndIssue, rndIssuesUpdated } from '../contract.ts'
import { rndIssuesPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { RndCases } from './rnd-cases.tsx'
import { RndFacts } from './rnd-facts.tsx'
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
