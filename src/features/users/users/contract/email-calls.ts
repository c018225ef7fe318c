import * as z from 'zod/mini'
import { passwordProblems } from '#features/users/passwords/contract.ts'
import { factorProblems } from '#features/users/second-factors/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'

/**
 * An address without comments, and without characters that stand for others (full width, ligatures, mathematical
 * letters, circled ones): two users never have addresses that read alike because of them.
 */
export const email = z
  .string()
  .check(
    z.maxLength(320),
    z.regex(
      /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:".]+(\.[^\s\p{C}@<>()[\]\\,;:".]+)+$/u,
      'Invalid email address',
    ),
    z.regex(/^(?:[A-Z]|\P{CWKCF})*$/u, 'Invalid email address'),
  )

export const changeMyEmail = endpoint({
  tag: 'Sign-in factors',
  guard: 'signed-in',
  name: 'changeMyEmail',
  method: 'POST',
  url: '/api/users/me/email',
  summary: 'Ask for another e-mail address of my domain: a mail to it has the link that confirms the change',
  body: z.strictObject({ email, currentPassword: z.string().check(z.maxLength(1024)) }),
  problems: [passwordProblems['password-wrong'], factorProblems['managed-by-external-provider']],
})
