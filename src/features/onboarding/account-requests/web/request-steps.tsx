import { retryJob } from '#features/platform/jobs/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import {
  IconAlertCircleFilled,
  IconCircle,
  IconCircleCheckFilled,
  IconLoader,
  IconRefresh,
} from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type AccountRequest, decideAccountRequests, readAccountRequest } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './request-detail.module.css'

/** The provisioning steps, live; a failed step shows its reason and can be retried. */
export function RequestSteps({ request }: { request: AccountRequest }) {
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
