import { formatDateTime } from '#kit/web/time/time.ts'
import type { LinkJob, LinkStep } from '../contract.ts'
import { useText } from '../texts.ts'

/** What the portal has seen of a step, in words. */
export function useProof(job: LinkJob): (step: LinkStep) => string {
  const t = useText()
  const { build, exchangedFrom, expires, exchanged, state, series } = job
  return ({ name, state: at }) => {
    if (name === 'token')
      return exchanged || state !== 'IN_PROGRESS' ? '' : t('step.validUntil', { at: formatDateTime(expires) })
    if (name === 'build' && build) return t(`build.state.${build.state}`)
    if (at === 'FAILED') return t('step.failed')
    if (name === 'exchange' && exchangedFrom) return t('step.from', { from: exchangedFrom })
    if (name === 'samples' && at === 'DONE') return t('step.series', { count: series })
    if (state !== 'IN_PROGRESS') return ''
    return t(at === 'IN_PROGRESS' ? 'step.waiting' : 'step.before')
  }
}
