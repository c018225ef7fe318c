import * as z from 'zod/mini'
import { passwordProblems } from '#features/users/passwords/contract.ts'
import { factorProblems } from '#features/users/second-factors/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'

export const changeMyPassword = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'changeMyPassword',
  method: 'POST',
  url: '/api/users/me/factors/password',
  summary: 'Change my password; can also end my other sessions and API tokens',
  body: z.strictObject({
    currentPassword: z.string().check(z.maxLength(1024)),
    newPassword: z.string().check(z.maxLength(1024)),
    endOtherSessions: z.optional(z.boolean()),
    revokeTokens: z.optional(z.boolean()),
  }),
  problems: [
    passwordProblems['password-wrong'],
    passwordProblems['password-policy-violation'],
    factorProblems['managed-by-external-provider'],
  ],
})
