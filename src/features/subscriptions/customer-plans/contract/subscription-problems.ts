import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const subscriptionProblems = problems(en.problems, { 'subscription-not-found': 404 })
