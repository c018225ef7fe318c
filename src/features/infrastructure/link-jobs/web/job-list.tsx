import { IconChevronLeft, IconChevronRight } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import type { LinkJob } from '../contract.ts'
import { useText } from '../texts.ts'
import { LinkBadge } from './link-badge.tsx'
import classes from './links-page.module.css'

/** The jobs of an account, ten a page. */
export function JobList(props: {
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
