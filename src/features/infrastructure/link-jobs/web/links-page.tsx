import { Suspense, useState } from 'react'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconPlus, IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { linkJobChanged, listLinkJobs, readLinkJob, startLinkJobs } from '../contract.ts'
import { useText } from '../texts.ts'
import { JobDetail } from './job-detail.tsx'
import { JobList } from './job-list.tsx'
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
  const chosen = query.job ?? (phone ? undefined : jobs?.[0]?.id)
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
      {(data) => <JobList account={account} jobs={data._embedded.jobs} page={data.page} chosen={chosen} />}
    </QueryView>
  )
  return (
    <Page kind="fill">
      {chosen ? (
        <JobDetail key={chosen} account={account} id={chosen} list={phone ? null : list} add={add} />
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
