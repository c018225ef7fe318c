import { problems } from '#kit/contract/problem.ts'

export const tokenProblems = problems({
  'token-not-found': { status: 404, text: 'This token was not found.' },
  'token-permission-unknown': {
    status: 400,
    text: 'You do not have the permission {permission}, so a token cannot have it.',
  },
})
