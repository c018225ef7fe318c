/** The rules of the detector that do not depend on the account; windows are minutes. */
export const detectorRules = {
  clusterMinModems: 200,
  clusterMinFraction: 0.05,
  clusterWindow: 8,
  recoverMinutes: 10,
  recoverFraction: 0.05,
  recoverModems: 10,
  gapReset: 10,
  baselineFrom: 75,
  baselineTo: 15,
  baselineSamples: 20,
} as const

/** The settings of an account, until it saves others. */
export const detectorDefaults = {
  collectionWindow: 5,
  cascadeWindow: 15,
  minModems: 25,
  minShare: 20,
  alertThreshold: 500,
} as const
