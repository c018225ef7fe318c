import { texts } from '#kit/contract/texts.ts'

/** The texts of outside. */
export const outsideTexts = {
  noSamples:
    '{name} has no samples of the deployments of this account: {deployments}. Check the label that names the deployment.',
  none: 'the account has none that is monitored',
}

/** The texts of metrics. */
export const { useText, text } = texts('metrics', {
  title: 'Metrics',
  open: 'Tokens',
  openOf: 'Metrics of {deployment}',
  series: '{series} series',
  rejected_one: '{samples} sample rejected',
  rejected_other: '{samples} samples rejected',
  failed_one: '{count} calculation fails',
  failed_other: '{count} calculations fail',
  noSamples: 'no samples yet',
  address: 'Address for OpenMetrics, JSON and Prometheus remote-write',
  copyAddress: 'Copy address',
  tokens: 'Tokens',
  noTokens: 'No tokens. Create one to let a collector send metrics.',
  tokenName: 'Name',
  tokenNameHint: 'The collector that uses the token',
  createdBy: 'Created by',
  lastUsed: 'Last used',
  never: 'never',
  revoke: 'Revoke',
  revokeOf: 'Revoke {name}',
  revokeText: 'Its collector can no longer send metrics.',
  revoked: 'Token revoked',
  create: 'New token',
  created: 'Token created',
  createdText: 'Copy the token now. It is not shown again.',
  copyToken: 'Copy token',
  done: 'Done',
  close: 'Close',
  rejections: 'Rejected samples',
  failures: 'Not calculated',
  why: 'Why',
  since: 'Since',
  ownFault: 'A fault of the portal; it is logged, and the calculation is tried again.',
  job: {
    uptime: 'Uptime',
    outages: 'Outages',
    insights: 'Insights',
    watermarks: 'High watermarks',
    inventory: 'Inventory',
  },
  example: 'For example',
  samples: 'Samples',
  reason: {
    'too-old': 'Older than 24 hours',
    'too-far-ahead': 'More than 2 minutes ahead',
    'different-value': 'Another value at the same time',
    'foreign-deployment': 'Label of another deployment',
    'native-histogram': 'Native histogram',
    'too-many-series': 'More series than the plan allows',
    'invalid-labels': 'Invalid labels',
  },
})
