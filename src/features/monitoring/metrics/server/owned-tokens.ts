import { machineAccess } from '#features/access/machine-access/server/index.ts'

/** The tokens of deployments that a user answers for. */
export const ownedDeploymentTokens = machineAccess('metrics', {
  table: 'deployment_tokens',
  name: 't.name',
  account:
    'select a.display_name from deployments d join accounts a on a.id = d.account_id where d.id = t.deployment_id',
})
