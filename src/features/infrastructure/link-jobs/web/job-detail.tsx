import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconBan, IconExternalLink, IconServerOff } from '#kit/web/icons/icons.generated.ts'
import { useLiveState } from '#kit/web/live/use-topic.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import { BottomBar } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { usePageLabel } from '#kit/web/page-label.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime, formatTimestamp } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  cancelLinkJob,
  type LinkJob,
  type LinkJobDetail,
  listLinkJobs,
  readLinkJob,
  startLinkJobs,
} from '../contract.ts'
import { linkJobsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { InstructionsCard } from './instructions-card.tsx'
import { LinkBadge } from './link-badge.tsx'
import classes from './links-page.module.css'
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
      {(data) => <JobBody account={account} job={data} list={list} add={add} />}
    </QueryView>
  )
}

function JobBody(props: { account: AccountChoice; job: LinkJobDetail; list: ReactNode; add: ReactNode }) {
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

/** What happened in a job, as it happens. */
function LogCard({ job }: { job: LinkJobDetail }) {
  const t = useText()
  const isLive = useLiveState() === 'open' && job.state === 'IN_PROGRESS'
  return (
    <Card
      className={classes.log}
      title={t('log.title')}
      right={isLive && <span className={classes.follows}>{t('log.follows')}</span>}
    >
      <ol aria-live="polite">
        {job.log.map((line) => (
          <li key={line.at + line.text} data-problem={line.isProblem || undefined}>
            <time dateTime={line.at}>{formatTimestamp(line.at)}</time>
            <span>{line.text}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

type Build = NonNullable<LinkJob['build']>

const colours: Readonly<Record<Build['state'], BadgeColour>> = {
  WAITING: 'light-grey',
  QUEUED: 'grey',
  RUNNING: 'light-blue',
  SUCCEEDED: 'green',
  FAILED: 'red',
  CANCELLED: 'grey',
}

/** The build of a job: its state, its parameters and its console output, which follows while it runs. */
function BuildCard({ build, output }: { build: Build; output: string }) {
  const t = useText()
  const { state, number, queueItem, url, error, parameters } = build
  const note =
    number !== null
      ? t('build.number', { number })
      : queueItem === null
        ? t('build.waiting')
        : t('build.queued', { item: queueItem })
  return (
    <Card
      title={t('build.title')}
      note={note}
      right={
        <>
          <Badge colour={colours[state]} blinking={state === 'RUNNING'}>
            {t(`build.state.${state}`)}
          </Badge>
          {url && (
            <Button
              size="compact-sm"
              variant="subtle"
              href={url}
              rightSection={<IconExternalLink size={14} aria-hidden />}
            >
              {t('build.open')}
            </Button>
          )}
        </>
      }
    >
      {error && <InlineAlert colour="red">{error}</InlineAlert>}
      <ul className={classes.parameters} aria-label={t('build.parameters')}>
        {Object.entries(parameters).map(([name, value]) => (
          <li key={name} translate="no">
            {`${name}=${value}`}
          </li>
        ))}
      </ul>
      <FollowedText label={t('build.output')} text={output === '' ? t('build.noOutput') : output} />
    </Card>
  )
}

/** Text that grows: its end stays in view unless the user has scrolled up. */
function FollowedText({ label, text }: { label: string; text: string }) {
  const box = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when the text has grown
  useEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [text])
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard
      tabIndex={0}
      aria-label={label}
      className={classes.output}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 8
      }}
    >
      {text}
    </section>
  )
}
