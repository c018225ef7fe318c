import type { LinkJob, LinkStep } from '../contract.ts'

type Facts = Pick<LinkJob, 'state' | 'reason' | 'created' | 'exchanged' | 'firstSamples' | 'build'>

/** The steps of a job, from what the portal has seen. */
export function stepsOf(job: Facts): LinkStep[] {
  const { state, created: createdAt, exchanged: exchangedAt, firstSamples, build } = job
  const step = (name: LinkStep['name'], doneAt: string | null, isNext: boolean): LinkStep => ({
    name,
    done: doneAt,
    state: doneAt
      ? 'DONE'
      : failedAt(job) === name
        ? 'FAILED'
        : isNext && state === 'IN_PROGRESS'
          ? 'IN_PROGRESS'
          : 'QUEUED',
  })
  return [
    step('token', createdAt, false),
    ...(build ? [step('build', build.state === 'SUCCEEDED' ? build.ended : null, true)] : []),
    step('exchange', exchangedAt, true),
    step('samples', firstSamples, exchangedAt !== null),
  ]
}

function failedAt({ reason }: Facts): LinkStep['name'] | undefined {
  if (reason === null) return undefined
  return ({ EXPIRED: 'exchange', NO_SAMPLES: 'samples', BUILD_FAILED: 'build' } as const)[reason]
}
