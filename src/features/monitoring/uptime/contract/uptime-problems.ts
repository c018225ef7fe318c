import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const uptimeProblems = problems(en, { 'uptime-account-not-found': 404 })
