import { accountDashboardPath } from '#features/home/dashboard/paths.ts'
import { retryJob } from '#features/platform/jobs/contract.ts'
import { hasMixedScripts } from '#kit/contract/email-address.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import {
  IconAlertCircleFilled,
  IconCircle,
  IconCircleCheckFilled,
  IconFileOff,
  IconLoader,
  IconRefresh,
  IconX,
} from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { countryName } from '#kit/web/text/country.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type AccountRequest,
  accountRequestsChanged,
  decideAccountRequests,
  readAccountRequest,
  readEveryAccountRequest,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { RequestActions } from './request-actions.tsx'
import classes from './request-detail.module.css'
import { shownState, useRequestName } from './request-text.ts'

/** One request: its fields, its progress, and its actions. */
export function RequestDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText()
  const nameOf = useRequestName()
  const everybodys = useAllows(readEveryAccountRequest)
  const query = useQueryOf(readAccountRequest, { params: { id } })
  useTopic(accountRequestsChanged, everybodys ? {} : undefined, () => void refresh(readAccountRequest))
  return (
    <QueryView
      query={query}
      rows={6}
      notFound={
        <NotFoundState
          icon={IconFileOff}
          title={t('detail.gone')}
          actions={
            <Button variant="default" onClick={onClose}>
              {t('detail.close')}
            </Button>
          }
        >
          {t('detail.goneText')}
        </NotFoundState>
      }
    >
      {(data) => {
        const requestedName = data.wanted.name ?? data.wanted.account
        return (
          <article className={classes.detail} aria-label={nameOf(data)}>
            <header>
              <h2>{nameOf(data)}</h2>
              <StateBadge kind="request" state={shownState(data)} />
              <IconButton size={28} aria-label={t('detail.close')} onClick={onClose}>
                <IconX size={16} aria-hidden />
              </IconButton>
            </header>
            <RequestFacts request={data} />
            {data.steps.length > 0 && <RequestSteps request={data} />}
            {data.accountId && requestedName && (
              <Button
                variant="default"
                to={accountDashboardPath({ account: requestedName, accountId: data.accountId })}
              >
                {t('detail.open')}
              </Button>
            )}
            <RequestActions request={data} onGone={onClose} />
          </article>
        )
      }}
    </QueryView>
  )
}

function RequestFacts({ request }: { request: AccountRequest }) {
  const t = useText()
  const { wanted: requestBody, requestedBy, decidedBy, reason } = request
  const { deployment } = requestBody
  const lines: [string, string | null | undefined][] = [
    [t('column.type'), t(`type.${request.requestType}`)],
    [t('column.by'), requestedBy.fullName],
    [t('form.name'), requestBody.name],
    [t('form.account'), requestBody.account],
    [t('form.region'), requestBody.region && t(`region.${requestBody.region}`)],
    [t('form.stage'), requestBody.stage && t(`stage.${requestBody.stage}`)],
    [t('form.country'), requestBody.country && countryName(requestBody.country)],
    [t('form.timeZone'), requestBody.timeZone],
    [t('form.domains'), requestBody.domains?.join(', ')],
    [
      t('type.DEPLOYMENT'),
      deployment && `${deployment.name} · ${deployment.version} · ${t(`stage.${deployment.stage}`)}`,
    ],
    [t('form.manager'), requestBody.managerEmail && `${requestBody.managerName} · ${requestBody.managerEmail}`],
    [t('detail.warning'), hasMixedScripts(requestBody.managerEmail ?? '') ? t('detail.mixedScripts') : null],
    [t('detail.note'), requestBody.note],
    [t('detail.decidedBy'), decidedBy?.fullName],
    [t('detail.reason'), reason],
  ]
  return <DescriptionList lines={lines} />
}

/** The provisioning steps, live; a failed step shows its reason and can be retried. */
function RequestSteps({ request }: { request: AccountRequest }) {
  const t = useText()
  const may = useAllows(decideAccountRequests)
  const retry = useMutationOf(retryJob, {
    refreshes: [readAccountRequest],
    onSuccess: () => toast({ title: t('detail.retried') }),
  })
  const failed = request.steps.find(({ state }) => state === 'FAILED')
  return (
    <section>
      <h3>{t('detail.steps')}</h3>
      <ol className={classes.steps}>
        {request.steps.map(({ name, state }) => (
          <li key={name} data-state={state}>
            <Sign state={state} label={t(`state.${state}`)} />
            <span>{t(`step.${name}` as 'step.account')}</span>
          </li>
        ))}
      </ol>
      {failed && <p className={classes.error}>{failed.error}</p>}
      {failed && may && request.jobId && (
        <Button
          variant="light"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ params: { id: request.jobId! } })}
        >
          {t('detail.retry')}
        </Button>
      )}
    </section>
  )
}

function Sign({ state, label }: { state: string; label: string }) {
  const props = { size: 16, role: 'img', 'aria-label': label } as const
  if (state === 'DONE') return <IconCircleCheckFilled {...props} />
  if (state === 'FAILED') return <IconAlertCircleFilled {...props} />
  return state === 'IN_PROGRESS' ? <IconLoader {...props} /> : <IconCircle {...props} />
}
