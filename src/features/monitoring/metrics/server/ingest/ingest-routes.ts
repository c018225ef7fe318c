import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Maker, makerHolds, makerOf } from '#features/access/sessions/server/index.ts'
import { bearerOf, isToken, isUseUnnoted, noteUse } from '#features/access/tokens/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import { createSemaphore } from '#kit/server/semaphore.ts'
import { registerStream } from '#kit/server/serve/serve.ts'
import { inSlices } from '#kit/server/slices.ts'
import type { RejectionReason } from '../../contract.ts'
import { INGEST_LIMIT, ingestMetrics, manageDeployments, metricProblems } from '../../contract.ts'
import { deploymentToken } from '../make-token.ts'
import { decompress, LARGEST_BODY } from './decompress.ts'
import { type IngestTarget, ingestSamples } from './ingest-samples.ts'
import { parseJson } from './parse-json.ts'
import { parseRemoteWrite } from './parse-remote-write.ts'
import { parseText } from './parse-text.ts'
import { type Rejection, SampleBatch } from './sample-batch.ts'
import { createSeriesCaches } from './series-caches.ts'

/** Requests that store samples at once, so that ingest leaves connections to the users of the portal. */
const AT_ONCE = 2
/** Requests that wait for their turn; with more, senders get 429 and repeat later. */
const MOST_WAITING = 50

const REMOTE_WRITE_1 = 'prometheus.WriteRequest'

const parsers: Readonly<Record<string, (body: Buffer, batch: SampleBatch) => Generator<void, void>>> = {
  'application/x-protobuf': parseRemoteWrite,
  'application/json': parseJson,
  'application/openmetrics-text': (body, batch) => parseText(body.toString(), batch, { isOpenMetrics: true }),
  'text/plain': (body, batch) => parseText(body.toString(), batch, { isOpenMetrics: false }),
}

/** Serves the one address to which deployments send samples; the media type names the format. */
export async function serveIngest(portal: AppContext): Promise<void> {
  const { db, limits } = portal
  const turns = createSemaphore(AT_ONCE)
  const caches = createSeriesCaches()
  await portal.http.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_BODY }, (_request, body, finish) =>
      finish(null, body),
    )
    registerStream({ ...portal, http: scope }, ingestMetrics, async ({ request, reply }) => {
      const target = await targetOf(portal, request)
      limits?.take(INGEST_LIMIT, `ingestMetrics ${target.id}`)
      const header = request.headers['content-type'] ?? ''
      const type = header.split(';')[0]!.trim().toLowerCase()
      const parse = parsers[type] ?? throwProblem(kitProblems['media-type-unsupported'])
      // Senders of remote-write 2.0 go back to 1.0 at this status.
      if (messageOf(header) !== REMOTE_WRITE_1) throwProblem(kitProblems['media-type-unsupported'])
      if (turns.waiting >= MOST_WAITING) throwProblem(kitProblems['temporarily-unavailable'])
      const leave = await turns.take()
      try {
        const encoding = request.headers['content-encoding'] ?? (type === 'application/x-protobuf' ? 'snappy' : '')
        const body = await decompress(bytesOf(request), encoding.toLowerCase())
        const now = Date.now()
        const batch = new SampleBatch({ deployment: target.name, cache: caches.of(target, now), now })
        await inSlices(parse(body, batch))
        const rejections = await ingestSamples(db, { target, batch, now })
        if (rejections.size > 0) rejectSamples(rejections, batch.received)
      } finally {
        leave()
      }
      return reply.code(204).send()
    })
  })
}

/** The Protocol Buffers message that a media type names; that of remote-write 1.0 where it names none. */
function messageOf(header: string): string {
  return /;\s*proto\s*=\s*"?([^\s";]*)/i.exec(header)?.[1] ?? REMOTE_WRITE_1
}

function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/** 400, which senders do not repeat: the samples that are not named are stored. */
function rejectSamples(rejections: ReadonlyMap<RejectionReason, Rejection>, receivedCount: number): never {
  const rejectedCount = [...rejections.values()].reduce((sum, { samples }) => sum + samples, 0)
  throwProblem(
    metricProblems['samples-rejected'],
    { rejected: rejectedCount, received: receivedCount },
    {
      fields: [...rejections].map(([reason, { samples, example }]) => ({
        path: reason,
        message: example === '' ? `${samples}` : `${samples}, for example ${example}`,
      })),
    },
  )
}

/** The deployment of the request's token. Notes its use, at most once a minute. */
async function targetOf({ db, pool }: AppContext, request: FastifyRequest): Promise<IngestTarget> {
  const token = bearerOf(request.headers)
  const tokenQuery = sql<IngestTarget & { token: number; unused: boolean; account: string; maker: Maker }>`
    select d.id, d.name, d.account_id as "accountId", t.id as token,
      case when t.first_samples_at is null then t.id end as "newToken", ${isUseUnnoted(deploymentToken, 't')} as unused, a.name as account, ${makerOf(sql`t.created_by`)} as maker
    from deployment_tokens t join deployments d on d.id = t.deployment_id join accounts a on a.id = d.account_id and a.deleted_at is null
    where ${isToken(deploymentToken, 't', token ?? '')}`
  const [target] = token === undefined ? [] : await runPrepared(pool, tokenQuery.compile(db))
  if (!target) throwProblem(metricProblems['deployment-token-invalid'])
  if (!makerHolds(target.maker, manageDeployments, target.account))
    throwProblem(metricProblems['deployment-token-without-maker'])
  if (target.unused) await noteUse(db, deploymentToken, target.token)
  return target
}
