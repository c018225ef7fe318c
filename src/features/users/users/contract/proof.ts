import * as z from 'zod/mini'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { userProblems } from './user-problems.ts'

/** Proof that it is the person: the present password; not needed within 10 minutes of sign-in. */
export const proof = { currentPassword: z.optional(z.string().check(z.maxLength(1024))) }

/** What a call that wants such proof can be refused with. */
export const reauthentication = [kitProblems['reauthentication-required'], userProblems['password-wrong']] as const
