import * as z from 'zod/mini'
import { DeploymentType, Region, Stage } from '#features/accounts/accounts/contract.ts'

const few = <Value extends z.ZodMiniType>(value: Value) => z.optional(z.array(value).check(z.maxLength(1000)))
const optionId = z.string().check(z.regex(/^\d{1,15}$/))
const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))

/** Each is any-of; all given ones apply together. Deployment types, versions and stages are of one deployment. */
export const criteria = {
  accounts: few(text(32)),
  /** The children of these accounts too. */
  withChildren: z.optional(z.boolean()),
  roles: few(text(40)),
  deploymentTypes: few(DeploymentType),
  versions: few(text(60)),
  stages: few(Stage),
  regions: few(Region),
  /** Ids of the plans that accounts subscribe to. */
  plans: few(optionId),
  /** Ids of bundles of which a release was delivered to the account. */
  bundles: few(optionId),
  /** Ids of teams of which the user is a member. */
  teams: few(optionId),
  /** E-mail addresses; alone for the type USERS. */
  usernames: z.optional(z.array(text(254)).check(z.maxLength(5000))),
}

export const Recipients = z.strictObject({ ...criteria, exclude: z.optional(z.strictObject(criteria)) })
export type Recipients = z.output<typeof Recipients>
