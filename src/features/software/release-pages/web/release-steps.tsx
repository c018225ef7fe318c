import {
  type BundleRelease,
  listReleases,
  readRelease,
  releaseSteps,
  retryRelease,
  retryReleases,
  retrySignature,
} from '#features/software/releases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import {
  IconAlertCircleFilled,
  IconCircle,
  IconCircleCheckFilled,
  IconLoader,
  IconRefresh,
} from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import classes from './release-page.module.css'

/** The steps from approval to delivery, live; a failed one can be retried. */
export function ReleaseSteps({ release }: { release: BundleRelease }) {
  const t = useText()
  const may = useAllows(retryReleases)
  const settings = { refreshes: [readRelease, listReleases], onSuccess: () => toast({ title: t('steps.retried') }) }
  const retry = useMutationOf(retryRelease, settings)
  const sign = useMutationOf(retrySignature, settings)
  const { approval } = release
  const steps = approval?.steps ?? []
  const failedStep = steps.find(({ state }) => state === 'FAILED')
  const shownSteps = releaseSteps.filter((name) => name !== 'copy' || steps.some((step) => step.name === name))
  const signs = failedStep?.name === 'sign' || failedStep?.name === 'deliver'
  const again = () => (signs ? sign : retry).mutate({ params: { id: release.id } })
  return (
    <Card title={t(approval ? 'steps.title' : 'steps.will')}>
      <ol className={classes.steps}>
        {shownSteps.map((name) => {
          const state = steps.find((step) => step.name === name)?.state ?? 'QUEUED'
          return (
            <li key={name} data-state={state}>
              <StepSign state={state} label={t(`steps.${state}`)} />
              <span>{t(`steps.${name}`, { account: release.accountDisplayName })}</span>
            </li>
          )
        })}
      </ol>
      {failedStep && <p className={classes.error}>{failedStep.error}</p>}
      {failedStep && may && (
        <Button
          variant="light"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={retry.isPending || sign.isPending}
          onClick={again}
        >
          {t(failedStep.name === 'sign' ? 'steps.signAgain' : 'steps.retry')}
        </Button>
      )}
    </Card>
  )
}

function StepSign({ state, label }: { state: string; label: string }) {
  const props = { size: 16, role: 'img', 'aria-label': label } as const
  if (state === 'DONE') return <IconCircleCheckFilled {...props} />
  if (state === 'FAILED') return <IconAlertCircleFilled {...props} />
  return state === 'IN_PROGRESS' ? <IconLoader {...props} /> : <IconCircle {...props} />
}
