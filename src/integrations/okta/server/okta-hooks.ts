import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { secretOf } from '#features/sign-in/identity-providers/server/index.ts'
import { isManaged } from '#features/users/managed-users/server/index.ts'
import { ingestDirectoryEvents } from '#features/users/user-management/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { networkOf } from '#kit/server/client-address.ts'
import { type DescribedOperation, describedProblems } from '#kit/server/describe/described-operation.ts'
import { type Encryptor, encryptorFor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { sameSecret } from '#kit/server/same-secret.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { toDirectoryEvent } from './okta-events.ts'

const url = '/api/hooks/okta/:provider'
const limit = { count: 600, seconds: 60 }
/** Okta verifies once that this endpoint wants its events; it sends a challenge and expects it back. */
const CHALLENGE = 'x-okta-verification-challenge'

/** The body that Okta posts, as far as it is read: the events are parsed one by one. */
const Delivery = z.object({ data: z.object({ events: z.array(z.unknown()).check(z.maxLength(1_000)) }) })

const hookOperation = {
  url: '/api/hooks/okta/{provider}',
  tag: 'Hooks',
  security: [],
  parameters: [
    {
      name: 'provider',
      in: 'path',
      required: true,
      description: 'ID of the identity provider',
      schema: { type: 'string' },
    },
  ],
} as const
const verifyOktaHook: DescribedOperation = {
  ...hookOperation,
  name: 'verifyOktaHook',
  method: 'GET',
  summary: 'Verify the event hook endpoint for Okta',
  description: `Open to anyone. Returns the challenge of the header \`${CHALLENGE}\`.`,
  responses: {
    '200': {
      description: 'The challenge',
      content: {
        'application/json': {
          schema: {
            title: 'OktaVerification',
            type: 'object',
            properties: { verification: { type: 'string' } },
            required: ['verification'],
          },
        },
      },
    },
    ...describedProblems('not-found', 'too-many-requests'),
  },
}
const receiveOktaEvents: DescribedOperation = {
  ...hookOperation,
  name: 'receiveOktaEvents',
  method: 'POST',
  summary: 'Receive events about users from Okta (event hooks)',
  description: 'Needs the secret of the identity provider in the header `authorization`.',
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    '204': { description: 'Stored' },
    ...describedProblems('sign-in-required', 'body-unreadable', 'too-many-requests'),
  },
}

/**
 * Accepts Okta's event hooks: a request with the agreed secret is accepted, the response is sent as soon as the events
 * are stored, and a job processes them. Events that are repeated, or of types that do not matter here, change nothing.
 */
export const oktaHooks: Feature = {
  name: 'okta-hooks',
  serve(portal) {
    const { http, db } = portal
    const encrypt = encryptorFor(portal.config)

    portal.operations.push(verifyOktaHook, receiveOktaEvents)
    http.get(url, { config: { operation: verifyOktaHook.name } }, async (request, reply) => {
      portal.limits?.take(limit, `okta-hooks ${networkOf(request.ip)}`)
      const challenge = request.headers[CHALLENGE]
      // Returned to any caller, for any provider: so it reveals nothing.
      if (typeof challenge !== 'string' || !/^[\w.~+/=-]{1,200}$/.test(challenge))
        throwProblem(kitProblems['not-found'])
      return reply.send({ verification: challenge })
    })

    http.post(
      url,
      {
        config: { operation: receiveOktaEvents.name },
        onRequest: (request) => requireSecret(portal, encrypt, request),
      },
      async (request, reply) => {
        const { provider } = request.params as { provider: string }
        const delivery = Delivery.safeParse(request.body)
        if (!delivery.success)
          throwProblem(kitProblems['body-unreadable'], { reason: 'it is no delivery of an event hook' })
        const events = delivery.data.data.events.flatMap(toDirectoryEvent)
        await inTransaction(db, (tx) => ingestDirectoryEvents(tx, provider, events))
        return reply.code(204).send()
      },
    )
  },
}

/**
 * Before anything of the body is read. An unknown provider, one without a secret and a wrong secret get the same
 * response.
 */
async function requireSecret({ db, limits }: AppContext, encrypt: Encryptor, request: FastifyRequest): Promise<void> {
  limits?.take(limit, `okta-hooks ${networkOf(request.ip)}`)
  const { provider } = request.params as { provider: string }
  const row = await db
    .selectFrom('identity_providers as p')
    .select('p.events_secret as secret')
    .where('p.id', '=', provider)
    .where('p.type', '=', 'OKTA')
    .where(isManaged)
    .executeTakeFirst()
  const secret = row?.secret ? encrypt.open(row.secret, secretOf(provider, 'events')) : undefined
  const same = sameSecret(secret ?? '', request.headers.authorization ?? '')
  if (!same || secret === undefined) throwProblem(kitProblems['sign-in-required'])
}
