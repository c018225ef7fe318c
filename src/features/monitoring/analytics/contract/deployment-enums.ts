/** The cable-OS family. */
export const deploymentVersions = ['cOS-DOCSIS', 'cOS-DOCSIS v0.15.x', 'cOS-CN-DOCSIS', 'cOS-CN-PON'] as const

/** Columns that a deployment collects per MAC domain. */
export const mdStatsFields = [
  'modemsOnline',
  'modemsTotal',
  'utilizationUs',
  'utilizationDs',
  'capacityUs',
  'capacityDs',
  'trafficUs',
  'trafficDs',
  'snrUs',
  'uncorrectableUs',
  'uncorrectableDs',
  'partialService',
  'flaps',
  'serviceFlows',
] as const

/** Columns that a deployment collects per modem. */
export const cmStatsFields = [
  'macAddress',
  'ipAddress',
  'state',
  'docsisVersion',
  'model',
  'firmware',
  'rpd',
  'md',
  'usTransmitPower',
  'usReceivePower',
  'usSnr',
  'dsReceivePower',
  'dsRxMer',
  'codewordsUncorrectable',
  't3',
  't4',
  'partialService',
  'uptime',
  'lastSeen',
] as const

type Version = (typeof deploymentVersions)[number]

/** The version of the analytics API of a deployment: 1 for the oldest line, otherwise 4. */
export function analyticsVersionOf(version: Version): 1 | 4 {
  return version === 'cOS-DOCSIS v0.15.x' ? 1 : 4
}
