import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { signRequest } from '#kit/server/aws/sigv4.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'

/** AWS says with status 400 that it does not accept a credential. */
const CREDENTIAL_CODES: ReadonlySet<string> = new Set([
  'AccessDeniedException',
  'ExpiredTokenException',
  'IncompleteSignatureException',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
  'UnrecognizedClientException',
])

/** Calls an operation of ECR's API (AWS JSON 1.1), signed with the access key of the settings. */
export function callEcr({ name, settings }: OpenedConnection, send: (request: Request) => Promise<Response>) {
  const { region = '', accessKey = '', secretKey = '', api } = settings
  const url = new URL('/', api || `https://api.ecr.${region}.amazonaws.com`)
  return async <Shape extends z.ZodMiniType>(
    operation: string,
    input: object,
    shape: Shape,
  ): Promise<z.output<Shape>> => {
    const body = JSON.stringify(input)
    const payloadHash = createHash('sha256').update(body).digest('hex')
    const meant = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AmazonEC2ContainerRegistry_V20150921.${operation}`,
    }
    const credentials = { accessKey, secretKey, region, service: 'ecr' }
    const signedHeaders = signRequest({ method: 'POST', url, headers: meant, payloadHash }, credentials, new Date())
    const { host: _, ...headers } = signedHeaders
    const response = await send(new Request(url, { method: 'POST', headers, body })).catch(explainCredential)
    const { data } = z.safeParse(shape, await response.json())
    if (!data) throw new IntegrationError(`${name} sent no valid response to ${operation}.`, { fault: 'garbled' })
    return data
  }

  function explainCredential(failure: unknown): never {
    if (!(failure instanceof IntegrationError) || !CREDENTIAL_CODES.has(failure.code ?? '')) throw failure
    throw new IntegrationError(`${name} does not accept the portal's credential. Check its settings.`, {
      fault: 'credentials',
      code: failure.code,
      status: failure.status,
    })
  }
}
