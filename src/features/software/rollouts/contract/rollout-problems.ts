import { problems } from '#kit/contract/problem.ts'

export const rolloutProblems = problems({
  'rollout-not-found': { status: 404, text: 'This rollout was not found.' },
  'rollout-running': {
    status: 409,
    text: 'There is a rollout of the bundle {name} already. Stop it before you start another.',
  },
  'rollout-not-running': { status: 409, text: 'This rollout is not running any more.' },
  'rollout-check-not-holding': {
    status: 409,
    text: 'This check does not hold the rollout now. Reload the page to see its checks.',
  },
  'rollout-self-override-forbidden': {
    status: 403,
    text: 'You started this rollout. Another release approver has to override its checks.',
  },
})
