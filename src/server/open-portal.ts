import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { accessDenied } from '#features/platform/audit/contract.ts'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { type Connections, openDatabase } from '#kit/server/database.ts'
import { encodeDecisionId } from '#kit/server/decision.ts'
import type { DescribedOperation } from '#kit/server/describe/described-operation.ts'
import { requireDecryptable } from '#kit/server/encrypted-column.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { EventDispatcher } from '#kit/server/events/event-dispatcher.ts'
import { createHttp } from '#kit/server/http.ts'
import { addJob, defineJob, taskOf } from '#kit/server/job.ts'
import { createJobQueue } from '#kit/server/job-queue.ts'
import { startJobs } from '#kit/server/jobs.ts'
import { postgresWakeups } from '#kit/server/live/postgres-wakeups.ts'
import type { MailComposer } from '#kit/server/mail-composer.ts'
import type { Notifier } from '#kit/server/notification.ts'
import type { AppContext, Feature, PortalConfig, Sessions } from '#kit/server/portal.ts'
import { createSemaphore } from '#kit/server/semaphore.ts'
import { createRateLimiter } from '#kit/server/serve/limits.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { createSettingValues } from '#kit/server/settings/setting-values.ts'
import { encryptedColumns } from './encrypted-columns.ts'
import { serveHealth } from './health.ts'
import { housekeepingTasks } from './maintenance-tasks.ts'
import { serveUnknown, watchRoutes } from './not-found-routes.ts'
import { openLive } from './open-live.ts'
import { servePolicyReports } from './policy-reports.ts'
import { type Readiness, readinessOf } from './readiness.ts'
import { connectionOf } from './require-one-data-directory.ts'
import { serveWeb } from './web.ts'

/** A portal that serves requests. `close` finishes what is in progress: requests, events, jobs, live connections. */
export type RunningPortal = { readonly portal: AppContext; readonly url: string; close(): Promise<void> }

/** The parts of the product. */
export type AppDefinition = {
  readonly features: readonly Feature[]
  readonly openSessions: (
    from: Pick<AppContext, 'config' | 'db' | 'pool' | 'log'> & { databaseUrl: string },
  ) => Sessions
  readonly openNotifier: (portal: AppContext) => Notifier
}

/**
 * Builds the product on a migrated database and listens; it is ready when `prepare` is done. Jobs run after that: the
 * ones of every start take a second, in which no user should wait.
 */
export async function openPortal(
  config: PortalConfig,
  databaseUrl: string,
  parts: AppDefinition,
  prepare: (portal: AppContext) => Promise<void> = async () => undefined,
): Promise<RunningPortal> {
  const { portal, readiness, listen, work, close } = await buildApp(config, databaseUrl, parts)
  try {
    const url = await listen()
    await prepare(portal)
    readiness.started()
    await work()
    return { portal, url, close }
  } catch (failure) {
    await close()
    throw failure
  }
}

/**
 * Connections that no command's transaction uses. A command may query outside its transaction (a wrong password is
 * counted though everything else of the call is rolled back): if all connections waited for another one, none would
 * continue.
 */
const RESERVED_CONNECTIONS = 3
/** Connections for the job queue. */
const JOB_QUERIES = 4
/** Runs a handler of an event again that failed. */
const RETRY = defineJob('events.react', { eventId: z.number(), handler: z.string() })

/** Assembles everything without a connection or an open port: enough to describe the API. */
export async function buildApp(
  config: PortalConfig,
  databaseUrl: string,
  { features, openSessions, openNotifier }: AppDefinition,
): Promise<{
  portal: AppContext
  readiness: Readiness
  listen(): Promise<string>
  work(): Promise<void>
  close(): Promise<void>
}> {
  const log = pino({ level: config.logLevel, base: null, redact: ['req.headers.authorization', 'req.headers.cookie'] })
  const { processId, pool, db, close: closeDatabase } = openDatabase(databaseUrl, { size: config.databasePool })
  const encrypt = encryptorFor(config)
  let url = ''
  const endpoints: AnyEndpoint[] = []
  const operations: DescribedOperation[] = []
  const tokenCallChecks: AppContext['tokenCallChecks'] = []
  const http = await createHttp({
    config,
    log,
    async onProblem(request, problem) {
      if (problem.problem.status !== 403 || !request.session) return undefined
      const data = { code: problem.problem.code, method: request.method, path: request.url.split('?')[0] }
      await recordEvent(db, accessDenied, actorOfRequest(request), { subject: request.session.userId, data })
      return encodeDecisionId(encrypt, request, problem)
    },
  })
  const servedRoutes = watchRoutes(http)
  const sessions = openSessions({ config, db, pool, log, databaseUrl })
  const wakeLog = (failure: unknown) => log.warn({ err: failure }, 'the live channel met a failure')
  const wakeups = postgresWakeups(databaseUrl, wakeLog, connectionOf(config))
  const settings = createSettingValues({
    config,
    db,
    wakeups,
    settings: features.flatMap((feature) => feature.settings ?? []),
    log: wakeLog,
  })
  const live = openLive({
    config,
    db,
    log: wakeLog,
    wakeups,
    sessions,
    topics: features.flatMap((feature) => feature.topics ?? []),
  })
  const mailComposers: MailComposer[] = []
  const limits = config.rateLimits ? createRateLimiter(db, log) : undefined
  const portal: AppContext = {
    config,
    log,
    pool,
    db,
    writing: createSemaphore(Math.max(1, config.databasePool - RESERVED_CONNECTIONS)),
    http,
    live,
    limits,
    identify: sessions.identify,
    settings,
    // It works with the portal that it is a part of.
    get notifier() {
      return notifier
    },
    mailComposers,
    endpoints,
    operations,
    tokenCallChecks,
    publicUrl: () => config.publicUrl ?? url,
  }
  const notifier = openNotifier(portal)
  sessions.onChange(live.recheck)
  // What a user has just done to their own session counts for their next request, however late its notification is.
  http.addHook('onSend', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') sessions.forget(request)
  })
  live.accept(features.flatMap((feature) => feature.sends?.(portal) ?? []))
  mailComposers.push(...features.flatMap((feature) => feature.mailComposers?.(portal) ?? []))

  const dispatcher = new EventDispatcher({
    url: databaseUrl,
    processId,
    db,
    log,
    eventHandlers: features.flatMap((feature) => feature.eventHandlers?.(portal) ?? []),
    retryLater: (tx, retry) => addJob(tx, RETRY, retry),
  })
  const retry = taskOf(RETRY, { run: ({ eventId, handler }) => dispatcher.runAgain(eventId, handler) })
  const readiness = readinessOf(portal)
  serveHealth(portal, readiness)
  for (const feature of features) await feature.serve?.(portal)
  await servePolicyReports(portal)
  await serveWeb(portal)
  serveUnknown(http, servedRoutes)

  let jobsDatabase: Connections | undefined
  let jobs: Awaited<ReturnType<typeof startJobs>> | undefined
  async function listen(): Promise<string> {
    await requireDecryptable(db, encrypt, encryptedColumns(features))
    await settings.load()
    await createJobQueue({ db, pool })
    live.attach(http.server, '/api/ws')
    await http.listen({ port: config.port, host: config.host })
    url = addressOf(config.host, (http.server.address() as AddressInfo).port)
    await dispatcher.start()
    return url
  }

  async function work(): Promise<void> {
    const tasks = [retry, ...housekeepingTasks(db), ...features.flatMap((feature) => feature.tasks?.(portal) ?? [])]
    jobsDatabase = openDatabase(databaseUrl, { size: JOB_QUERIES })
    jobs = await startJobs({ pool: jobsDatabase.pool, db, tasks, wakeups, log })
  }

  async function close(): Promise<void> {
    await live.close()
    await closeHttp(http)
    await jobs?.stop()
    await jobsDatabase?.close()
    await dispatcher.close()
    await sessions.close()
    await limits?.close()
    await closeDatabase()
  }

  return { portal, readiness, listen, work, close }
}

/** Completes running requests, and those that still arrive over open connections, each with `Connection: close`. */
async function closeHttp(http: FastifyInstance): Promise<void> {
  // A connection that was busy when closing began is idle later, and Node would keep it open for its keep-alive time.
  const sweep = setInterval(() => http.server.closeIdleConnections(), 50)
  await http.close().finally(() => clearInterval(sweep))
}

function addressOf(host: string, port: number): string {
  if (host === '127.0.0.1') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
