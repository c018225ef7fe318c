import * as z from 'zod/mini'
import { type AnalyticsDeployment, cmStatsFields, DeploymentChanges, mdStatsFields } from '../contract.ts'

/** The editable values of a deployment; empty texts are not set. */
export type DeploymentValues = {
  name: string
  version: AnalyticsDeployment['version']
  stage: AnalyticsDeployment['stage']
  opsCustomerName: string
  apiUrl: string
  portalUrl: string
  portalUsername: string
  portalPassword: string
  statsHistoryExpiration: number
  mdStatsFields: string[]
  cmStatsFields: string[]
  excludeFromTotalCmCount: boolean
  enableMonitoring: boolean
}

/** The values of a deployment, or of a new one. */
export function valuesOf(deployment: AnalyticsDeployment | undefined): DeploymentValues {
  const settings = deployment?.settings
  return {
    name: deployment?.name ?? '',
    version: deployment?.version ?? 'cOS-CN-DOCSIS',
    stage: deployment?.stage ?? 'PRODUCTION',
    opsCustomerName: settings?.opsCustomerName ?? '',
    apiUrl: settings?.apiUrl ?? '',
    portalUrl: settings?.portalUrl ?? '',
    portalUsername: settings?.portalUsername ?? '',
    portalPassword: '',
    statsHistoryExpiration: settings?.statsHistoryExpiration ?? 60,
    mdStatsFields: [...(settings?.mdStatsFields ?? mdStatsFields)],
    cmStatsFields: [...(settings?.cmStatsFields ?? cmStatsFields)],
    excludeFromTotalCmCount: deployment?.excludeFromTotalCmCount ?? false,
    enableMonitoring: deployment?.enableMonitoring ?? true,
  }
}

/** The body of a call: empty texts are null, an empty password is absent. */
export function bodyOf({ portalPassword, ...values }: DeploymentValues): DeploymentChanges {
  const empty = (text: string) => (text.trim() === '' ? null : text.trim())
  return {
    ...values,
    name: values.name.trim(),
    opsCustomerName: empty(values.opsCustomerName),
    apiUrl: empty(values.apiUrl),
    portalUrl: empty(values.portalUrl),
    portalUsername: empty(values.portalUsername),
    mdStatsFields: mdStatsFields.filter((field) => values.mdStatsFields.includes(field)),
    cmStatsFields: cmStatsFields.filter((field) => values.cmStatsFields.includes(field)),
    ...(portalPassword === '' ? {} : { portalPassword }),
  }
}

/** The form's rules: those of the contract, on the body that is sent. */
export const valuesSchema = z.pipe(
  z.transform((values: DeploymentValues) => bodyOf(values)),
  DeploymentChanges,
)
