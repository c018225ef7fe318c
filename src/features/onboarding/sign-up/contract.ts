import * as z from 'zod/mini'
import { domainProblems } from '#features/sign-in/domains/contract.ts'
import { passwordProblems } from '#features/users/passwords/contract.ts'
import { fullName } from '#features/users/user-management/contract.ts'
import { email } from '#features/users/users/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { problems } from '#kit/contract/problem.ts'

export const onboardingProblems = problems({
  'signup-link-invalid': { status: 404, text: 'This link is no longer valid. Sign up again.' },
  'signup-elsewhere': {
    status: 409,
    text: '{email} signs in with {provider}, so there is no password to choose here.',
  },
  'terms-not-agreed': { status: 400, text: 'Agree to the terms and conditions to continue.' },
})

/** A user signed up; users of their account are notified of the request to join, not of this. */
export const signedUp = defineEvent('user.signed-up', { audience: 'person', text: 'signed up' })
export const termsAgreed = defineEvent('user.terms-agreed', {
  audience: 'person',
  text: 'agreed to the terms',
  data: { terms: z.string() },
})

const onboarding = { tag: 'Onboarding', guard: 'anyone' } as const
const account = z.string().check(z.minLength(1), z.maxLength(64))
const token = z.strictObject({ signupToken: z.string().check(z.maxLength(200)) })
const password = z.string().check(z.maxLength(1024))
const domain = [domainProblems['domain-forbidden'], domainProblems['domain-not-allowed']] as const
/** The same text for every address, known or not. */
const SignUpReply = z.object({ status: z.literal('CHECK_YOUR_MAIL') })

export const signUp = endpoint({
  ...onboarding,
  name: 'signUp',
  method: 'POST',
  url: '/api/onboarding/signup',
  summary: 'Sign up for an account that allows the domain; the next steps are mailed',
  limit: { count: 10, seconds: 600 },
  body: z.strictObject({
    email,
    fullName,
    accountName: account,
    termsAccepted: z.boolean(),
    /** Where they want to go after they started: a path of the portal, nowhere else. */
    landingPage: z.optional(z.string().check(z.maxLength(200), z.regex(/^\/(?![/\\])[\x21-\x7e]*$/))),
  }),
  reply: SignUpReply,
  status: 202,
  problems: [...domain, onboardingProblems['terms-not-agreed']],
})
export const checkSignUp = endpoint({
  ...onboarding,
  name: 'checkSignUp',
  method: 'GET',
  url: '/api/onboarding/check',
  summary: 'Check whether the address can sign up for the account; returns the same problems as sign-up',
  limit: { count: 60, seconds: 60 },
  query: z.strictObject({ accountName: account, email }),
  reply: z.object({ allowed: z.literal(true) }),
  problems: domain,
})
export const resendSignUp = endpoint({
  ...onboarding,
  name: 'resendSignUp',
  method: 'POST',
  url: '/api/onboarding/resend',
  summary: 'Send a new link if the address signed up; the response is the same for every address',
  limit: { count: 10, seconds: 600 },
  body: z.strictObject({ email }),
  reply: SignUpReply,
  status: 202,
  problems: [],
})
export const readSignUpStatus = endpoint({
  ...onboarding,
  name: 'readSignUpStatus',
  method: 'GET',
  url: '/api/onboarding/status',
  summary: 'Check whether a link is valid',
  limit: { count: 60, seconds: 60 },
  query: token,
  reply: z.object({ status: z.enum(['VALID', 'USED', 'EXPIRED']) }),
  problems: [onboardingProblems['signup-link-invalid']],
})
export const activateSignUp = endpoint({
  ...onboarding,
  name: 'activateSignUp',
  method: 'POST',
  url: '/api/onboarding/activate',
  summary: 'Choose the password and activate the user',
  limit: { count: 20, seconds: 600 },
  query: token,
  body: z.strictObject({
    password,
    repeatPassword: password,
    fullName: z.optional(fullName),
    termsAccepted: z.boolean(),
  }),
  reply: z.object({ username: z.string() }),
  problems: [
    onboardingProblems['signup-link-invalid'],
    onboardingProblems['signup-elsewhere'],
    onboardingProblems['terms-not-agreed'],
    passwordProblems['password-policy-violation'],
  ],
})
