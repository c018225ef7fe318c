import { createHash, randomBytes } from 'node:crypto'
import { signRequest } from '#kit/server/aws/sigv4.ts'
import { type Answer, type Call, catalogOf, guardRegistry } from './guarded-registry.ts'
import { readServiceModel } from './service-model.ts'

export const ECR_KEY = { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const REGION = 'eu-central-1'
const model = readServiceModel(new URL('../../integrations/aws-ecr/aws-ecr.botocore.json', import.meta.url))

/** An ECR before a real registry: requests are judged by the service model of AWS, and signatures are checked. */
export async function startEcrFake(registry: string) {
  let password: string | null = null
  const wrong: string[] = []
  const served = await guardRegistry(registry, {
    accepted: () => password && `Basic ${Buffer.from(`AWS:${password}`).toString('base64')}`,
    answer,
  })
  return { ...served, wrong, region: REGION }

  async function answer(call: Call): Promise<Answer> {
    const type = 'application/x-amz-json-1.1'
    if (!isSigned(call)) return { status: 400, type, body: { __type: 'InvalidSignatureException', message: 'no' } }
    const { 'x-amz-target': target, 'content-type': sent = '' } = call.headers
    const judged = model.judge({ target: String(target), type: sent, body: call.body })
    if (typeof judged === 'string') {
      wrong.push(judged)
      return { status: 400, type, body: { __type: 'com.amazonaws.ecr#InvalidParameterException', message: judged } }
    }
    const body = await replyOf(judged.operation, JSON.parse(call.body))
    const lie = model.wrongReply(`${judged.operation}Response`, body)
    if (lie) wrong.push(lie)
    return { status: 200, type, body }
  }

  async function replyOf(operation: string, { nextToken }: { nextToken?: string }): Promise<unknown> {
    if (operation === 'GetAuthorizationToken') {
      password = randomBytes(24).toString('hex')
      const authorizationToken = Buffer.from(`AWS:${password}`).toString('base64')
      const expiresAt = Math.round(Date.now() / 1000) + 12 * 3600
      return { authorizationData: [{ authorizationToken, expiresAt, proxyEndpoint: served.url }] }
    }
    // A page of one, so that all pages are asked for.
    const names = await catalogOf(registry)
    const at = Number(nextToken ?? 0)
    const more = at + 1 < names.length ? { nextToken: String(at + 1) } : {}
    return { repositories: names.slice(at, at + 1).map((repositoryName) => ({ repositoryName })), ...more }
  }
}

/** Whether the signature is the one of the secret key over the headers that it names, and not older than 15 minutes. */
function isSigned({ method, url, headers, body }: Call): boolean {
  const given = String(headers.authorization)
  const names = /SignedHeaders=([^,]+),/.exec(given)?.[1]?.split(';') ?? []
  const at = String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z')
  if (!names.includes('x-amz-target') || Math.abs(Date.parse(at) - Date.now()) > 15 * 60_000) return false
  const signedHeaders = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
  const payloadHash = createHash('sha256').update(body).digest('hex')
  const credentials = { ...ECR_KEY, region: REGION, service: 'ecr' }
  return (
    signRequest({ method, url, headers: signedHeaders, payloadHash }, credentials, new Date(at)).authorization === given
  )
}
