import * as z from 'zod/mini'
import { readSystem } from '#features/access/roles/contract.ts'
import { ConnectionState } from '#features/platform/connections/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'

/** Secrets encrypted with the operator's previous key are encrypted with the current one. */
export const secretsReencrypted = defineEvent('secrets.reencrypted', {
  audience: 'vendor',
  text: 're-encrypted the secrets with another key',
  data: { count: z.int() },
})

/** The running version, its start, and its state. Sizes in bytes, times in UTC. */
export const SystemInfo = z.object({
  environment: z.enum(['production', 'staging', 'dev', 'local']),
  /** Where problems of this environment are reported. */
  trackerUrl: z.nullable(z.string()),
  /** The same of every environment that has one. */
  trackers: z.array(z.object({ environment: z.enum(['production', 'staging', 'dev', 'local']), url: z.string() })),
  portalName: z.string(),
  version: z.string(),
  started: z.iso.datetime(),
  node: z.string(),
  demo: z.boolean(),
  database: z.object({
    version: z.string(),
    bytes: z.int(),
    connections: z.int(),
    embedded: z.boolean(),
    clockDifference: z.int(),
  }),
  live: z.object({ connections: z.int(), channels: z.int() }),
  queues: z.object({
    jobs: z.int(),
    failedJobs: z.int(),
    mailWaiting: z.int(),
    mailFailed: z.int(),
    eventsWaiting: z.int(),
  }),
  /** Connections to outside systems: those whose last call failed, and their messages. */
  outside: z.object({ failing: z.int(), messagesWaiting: z.int(), deadLetters: z.int() }),
  /** How many connections there are, and those that need attention, at most 50. */
  connections: z.object({
    count: z.int(),
    unwell: z.array(
      z.object({
        id: z.string(),
        systemName: z.string(),
        account: z.nullable(z.string()),
        state: ConnectionState,
        failing: z.boolean(),
        failure: z.nullable(z.string()),
        waiting: z.int(),
        failed: z.int(),
        contractChanges: z.int(),
      }),
    ),
  }),
  storage: z.object({ files: z.int(), bytes: z.int(), free: z.nullable(z.int()) }),
  mail: z.object({ configured: z.boolean() }),
})
export type SystemInfo = z.output<typeof SystemInfo>

export const readSystemInfo = endpoint({
  tag: 'System',
  guard: readSystem,
  name: 'readSystemInfo',
  method: 'GET',
  url: '/api/cluster/system-info',
  summary: 'Read environment, health, queues and storage',
  reply: SystemInfo,
  problems: [],
})

/** The versions of the portal's parts. */
export const readVersions = endpoint({
  tag: 'System',
  guard: readSystem,
  name: 'readVersions',
  method: 'GET',
  url: '/api/version-service/system-info',
  summary: 'Read environment and versions',
  reply: z.object({
    environment: SystemInfo.shape.environment,
    services: z.array(z.object({ name: z.string(), version: z.string() })),
  }),
  problems: [],
})

export const readApiDescription = endpoint({
  tag: 'System',
  guard: 'signed-in',
  name: 'readApiDescription',
  method: 'GET',
  url: '/api/openapi.json',
  summary: 'Read this OpenAPI 3.1 document',
  reply: z.record(z.string(), z.unknown()),
  problems: [],
})
