import { type ReactNode, useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconBan, IconServerOff } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { usePageLabel } from '#kit/web/page-label.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { cancelLinkJob, type LinkJobDetail, listLinkJobs, readLinkJob, startLinkJobs } from '../contract.ts'
import { linkJobsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { BuildCard } from './build-card.tsx'
import { InstructionsCard } from './instructions-card.tsx'
import { LinkBadge } from './link-badge.tsx'
import classes from './links-page.module.css'
import { LogCard } from './log-card.tsx'
import { StatusCard } from './status-card.tsx'

/** One job beside the list: what it waits for, instructions, build and log. */
export function JobDetail(props: { account: AccountChoice; id: string; list: ReactNode; add: ReactNode }) {
  const t = useText()
  const { account, id, list, add } = props
  const back = linkJobsPath({ account })
  const query = useQueryOf(readLinkJob, { params: { customer: account.name, id } })
  usePageLabel(
    query.data && t('jobTitle', { id, deployment: query.data.deployment.name, cluster: query.data.cluster }),
    { back },
  )
  return (
    <QueryView
      query={query}
      page
      rows={8}
      notFound={
        <NotFoundState
          page
          icon={IconServerOff}
          title={t('gone')}
          actions={
            <Button variant="default" to={back}>
              {t('toList')}
            </Button>
          }
        >
          {t('goneText')}
        </NotFoundState>
      }
    >
      {(data) => <Shown account={account} job={data} list={list} add={add} />}
    </QueryView>
  )
}

function Shown(props: { account: AccountChoice; job: LinkJobDetail; list: ReactNode; add: ReactNode }) {
  const t = useText()
  const phone = useIsMobile()
  const { account, job, list, add } = props
  const mayCancel = useAllows(startLinkJobs) && job.state === 'IN_PROGRESS'
  const [isCancelling, setCancelling] = useState(false)
  const cancel = useMutationOf(cancelLinkJob, {
    refreshes: [readLinkJob, listLinkJobs],
    onSuccess: () => {
      setCancelling(false)
      toast({ title: t('cancel.done') })
    },
  })
  const { id, customer, version } = job
  const actions = (
    <>
      {mayCancel && (
        <Button
          color="red"
          variant="outline"
          leftSection={<IconBan size={15} aria-hidden />}
          onClick={() => setCancelling(true)}
        >
          {t('cancel.action')}
        </Button>
      )}
      {add}
    </>
  )
  return (
    <>
      <PageHeader
        title={t('jobTitle', { id, deployment: job.deployment.name, cluster: job.cluster })}
        badges={<LinkBadge state={job.state} />}
        note={t('jobNote', { at: formatDateTime(job.created), name: job.createdBy.fullName })}
        actions={actions}
      />
      <div className={classes.columns} data-alone={list === null || undefined}>
        {list}
        <div className={classes.main}>
          <StatusCard account={account} job={job} />
          <InstructionsCard job={job} />
        </div>
        <div className={classes.side}>
          {job.build && <BuildCard build={job.build} output={job.buildLog ?? ''} />}
          <LogCard job={job} />
        </div>
      </div>
      {phone && (mayCancel || add) && <BottomBar>{actions}</BottomBar>}
      <Confirm
        opened={isCancelling}
        title={t('cancel.title', { id })}
        action={t('cancel.action')}
        colour="red"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ params: { customer, id }, version })}
        onClose={() => setCancelling(false)}
      >
        {t('cancel.text')}
      </Confirm>
    </>
  )
}
