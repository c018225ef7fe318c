import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const alertProblems = problems(en, { 'alert-not-found': 404, 'alert-closed': 409 })
