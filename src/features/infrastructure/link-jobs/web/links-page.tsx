import { Suspense, useState } from 'react'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconChevronLeft, IconChevronRight, IconPlus, IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type LinkJob, linkJobChanged, listLinkJobs, readLinkJob, startLinkJobs } from '../contract.ts'
import { useText } from '../texts.ts'
import { JobDetail } from './job-detail.tsx'
import { LinkBadge } from './link-badge.tsx'
import classes from './links-page.module.css'

const NewLinkJob = lazyNamed(() => import('./new-link-job.tsx'), 'NewLinkJob')

/** The link jobs of the account: the list, and one job with its instructions and log. */
export function LinksPage() {
  const account = useAccount()
  return account ? <LinksOf account={account} /> : <LoadingRows rows={8} />
}

function LinksOf({ account }: { account: AccountChoice }) {
  const t = useText()
  const phone = useIsMobile()
  const mayStart = useAllows(startLinkJobs)
  const { query, change } = useUrlQuery<'job' | 'page'>()
  const [isAdding, setAdding] = useState(false)
  const page = Number(query.page ?? 0) || 0
  const result = useQueryOf(listLinkJobs, { params: { customer: account.name }, query: { page } })
  useTopic(linkJobChanged, { account: account.name }, () => void refresh(listLinkJobs, readLinkJob))
  const jobs = result.data?._embedded.jobs
  const chosenId = query.job ?? (phone ? undefined : jobs?.[0]?.id)
  const add = mayStart && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdding(true)}>
      {t('new')}
    </Button>
  )
  const dialog = (
    <Suspense>
      {isAdding && (
        <NewLinkJob
          account={account.name}
          onStarted={(job) => change({ job, page: undefined }, 'step')}
          onClose={() => setAdding(false)}
        />
      )}
    </Suspense>
  )
  if (jobs?.length === 0 && page === 0)
    return (
      <Page>
        <PageHeader title={t('title')} note={t('note', { account: account.displayName })} actions={add} />
        <EmptyState colour="blue" icon={<IconServer2 size={22} aria-hidden />} title={t('empty.title')}>
          {t(mayStart ? 'empty.text' : 'empty.readOnly')}
        </EmptyState>
        {phone && add && <BottomBar>{add}</BottomBar>}
        {dialog}
      </Page>
    )
  const list = (
    <QueryView query={result} rows={8}>
      {(data) => <JobList account={account} jobs={data._embedded.jobs} page={data.page} chosen={chosenId} />}
    </QueryView>
  )
  return (
    <Page kind="fill">
      {chosenId ? (
        <JobDetail key={chosenId} account={account} id={chosenId} list={phone ? null : list} add={add} />
      ) : (
        <>
          <PageHeader title={t('title')} note={t('note', { account: account.displayName })} actions={add} />
          <div className={classes.alone}>{list}</div>
          {phone && add && <BottomBar>{add}</BottomBar>}
        </>
      )}
      {dialog}
    </Page>
  )
}

/** The jobs of an account, ten a page. */
function JobList(props: {
  account: AccountChoice
  jobs: readonly LinkJob[]
  page: { readonly number: number; readonly size: number; readonly totalElements: number; readonly totalPages: number }
  chosen: string | undefined
}) {
  const t = useText()
  const { change } = useUrlQuery()
  const { account, jobs, page, chosen } = props
  const { number, size, totalElements: count, totalPages } = page
  const from = number * size + 1
  const go = (to: number) => change({ page: to === 0 ? undefined : String(to), job: undefined }, 'step')
  return (
    <Card className={classes.list} title={t('jobsOf', { account: account.displayName })} right={count} flush>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <button
              type="button"
              className={classes.row}
              aria-current={job.id === chosen || undefined}
              onClick={() => change({ job: job.id }, 'step')}
            >
              <span className={classes.jobName} translate="no">
                <b>{`${job.deployment.name}, ${job.cluster}`}</b>
                <span>{`${job.id} · ${formatDateTime(job.created)}`}</span>
              </span>
              <LinkBadge state={job.state} />
            </button>
          </li>
        ))}
      </ul>
      {totalPages > 1 && (
        <footer className={classes.paging}>
          <span>{t('paging', { from, to: from + jobs.length - 1, count })}</span>
          <IconButton size={28} aria-label={t('previous')} disabled={number === 0} onClick={() => go(number - 1)}>
            <IconChevronLeft size={16} aria-hidden />
          </IconButton>
          <IconButton
            size={28}
            aria-label={t('next')}
            disabled={number + 1 >= totalPages}
            onClick={() => go(number + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </IconButton>
        </footer>
      )}
    </Card>
  )
}
