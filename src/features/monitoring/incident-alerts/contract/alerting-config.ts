import * as z from 'zod/mini'
import { ConnectionState } from '#features/platform/connections/contract.ts'

/** The systems that an account can be connected to; `embedded` is the portal itself. */
export const AlertingSystemName = z.enum(['opsgenie', 'jsm-operations', 'pagerduty'])
export type AlertingSystemName = z.output<typeof AlertingSystemName>

/** Where the alerts of an account go besides the users on call. */
export const AlertingConfig = z.object({
  account: z.string(),
  accountDisplayName: z.string(),
  system: z.enum(['embedded', ...AlertingSystemName.options]),
  state: ConnectionState,
  /** The connection with its messages and diagnostics; null for the portal itself. */
  connection: z.nullable(z.string()),
  /** Null for users of the account, and for the portal itself. */
  settings: z.nullable(z.record(z.string(), z.string())),
  secretsSet: z.array(z.string()),
  /** Null for users of the account. */
  openAlerts: z.nullable(z.int()),
  version: z.int(),
})
export type AlertingConfig = z.output<typeof AlertingConfig>

const text = z.optional(z.string().check(z.maxLength(2_000)))
/** Settings of all systems; each takes those that it has. Absent ones stay as they are. */
export const alertingSettings = z.strictObject({
  /** Absent: the connected system, else Opsgenie. */
  system: z.optional(AlertingSystemName),
  url: text,
  secret: text,
  team: text,
  cloudId: text,
  username: text,
  service: text,
  hookSecret: text,
})
