import { problems } from '#kit/contract/problem.ts'

export const passwordProblems = problems({
  'password-wrong': { status: 403, text: 'Your current password is not correct.' },
  'password-policy-violation': { status: 400, text: 'The new password does not meet the requirements: {reason}.' },
})
