import { problems } from '#kit/contract/problem.ts'

export const alertProblems = problems({
  'alert-not-found': { status: 404, text: 'This alert was not found. It was probably of an account that was deleted.' },
  'alert-closed': { status: 409, text: 'This alert is closed. A new one is opened when it happens again.' },
})
