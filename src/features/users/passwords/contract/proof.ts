import * as z from 'zod/mini'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { passwordProblems } from './password-problems.ts'

/** Proof of the user's identity: the current password; not needed within 10 minutes of sign-in. */
export const proof = { currentPassword: z.optional(z.string().check(z.maxLength(1024))) }

/** Problems of a call that requires such proof. */
export const reauthentication = [kitProblems['reauthentication-required'], passwordProblems['password-wrong']] as const
