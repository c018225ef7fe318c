import type { AccountRequest, RequestBody } from '../contract.ts'

/** The form values: every field as typed text. */
export type RequestValues = {
  requestType: RequestBody['requestType']
  name: string
  displayName: string
  region: string
  stage: string
  accountType: string
  country: string
  timeZone: string
  domains: string
  managerName: string
  managerEmail: string
  account: string
  withDeployment: boolean
  deploymentName: string
  version: string
  deploymentStage: string
  note: string
}

/** The initial form: empty, or filled with the request. */
export function valuesOf(request: AccountRequest | undefined, mayAskForAccounts: boolean): RequestValues {
  const { deployment, ...requestBody } = request?.wanted ?? {}
  return {
    requestType: request?.requestType ?? (mayAskForAccounts ? 'ACCOUNT' : 'DEPLOYMENT'),
    name: requestBody.name ?? '',
    displayName: requestBody.displayName ?? '',
    region: requestBody.region ?? '',
    stage: requestBody.stage ?? 'PRODUCTION',
    accountType: requestBody.accountType ?? 'CUSTOMER',
    country: requestBody.country ?? '',
    timeZone: requestBody.timeZone ?? 'US/Pacific',
    domains: requestBody.domains?.join('\n') ?? '',
    managerName: requestBody.managerName ?? '',
    managerEmail: requestBody.managerEmail ?? '',
    account: requestBody.account ?? '',
    withDeployment: deployment !== undefined,
    deploymentName: deployment?.name ?? '',
    version: deployment?.version ?? 'cOS-DOCSIS',
    deploymentStage: deployment?.stage ?? 'PRODUCTION',
    note: requestBody.note ?? '',
  }
}

/** The request body: only fields of the kind of request, and no empty ones. */
export function bodyOf(values: RequestValues): RequestBody {
  const { requestType, note, account } = values
  const deployment = { name: values.deploymentName.trim(), version: values.version, stage: values.deploymentStage }
  const requestBody =
    requestType === 'DEPLOYMENT'
      ? { account, deployment, note }
      : {
          name: values.name.trim(),
          displayName: values.displayName.trim(),
          region: values.region,
          stage: values.stage,
          accountType: values.accountType,
          country: values.country.trim(),
          timeZone: values.timeZone,
          domains: values.domains.split(/[\s,;]+/).filter(Boolean),
          managerName: values.managerName.trim(),
          managerEmail: values.managerEmail.trim(),
          ...(values.withDeployment ? { deployment } : {}),
          note,
        }
  const givenFields = Object.entries(requestBody).filter(
    ([, value]) => value !== '' && !(Array.isArray(value) && !value.length),
  )
  return { requestType, ...Object.fromEntries(givenFields) } as RequestBody
}

/** The form field of a path in the body. */
export function fieldOf(path: string): string {
  const [first = '', second] = path.split('.')
  if (first !== 'deployment') return first
  return second === 'version' ? 'version' : second === 'stage' ? 'deploymentStage' : 'deploymentName'
}
