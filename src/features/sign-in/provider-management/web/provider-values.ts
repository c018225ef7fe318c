import type { createProvider, IdentityProvider, outsideTypes } from '../contract.ts'

/** A row of the mapping as it is typed; `key` identifies it while others are added and removed. */
export type MappingLine = { readonly key: number; readonly group: string; readonly role: string }

/** The input of a provider's form: lists are lines of text. */
export type ProviderValues = {
  name: string
  id: string
  type: (typeof outsideTypes)[number]
  externalUuid: string
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  domains: string
  allowUserCreation: boolean
  useExternalAcl: boolean
  trustsRoutedAddresses: boolean
  entryPoint: string
  entityId: string
  certificates: string
  emailClaim: string
  nameClaim: string
  groupsClaim: string
  roles: MappingLine[]
  managementUrl: string
  managementSecret: string
  eventsSecret: string
  factorGroup: string
}

/** The values of a stored provider; of a new one without an argument. Secrets are never included. */
export function valuesOf(provider?: IdentityProvider): ProviderValues {
  const mapping = provider?.claimMapping
  return {
    name: provider?.name ?? '',
    id: provider?.id ?? '',
    type: provider && provider.type !== 'EMBEDDED' ? provider.type : 'OIDC',
    externalUuid: provider?.externalUuid ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
    scopes: (provider?.scopes ?? ['openid', 'email', 'profile']).join(' '),
    domains: (provider?.domains ?? []).join('\n'),
    allowUserCreation: provider?.allowUserCreation ?? false,
    useExternalAcl: provider?.useExternalAcl ?? false,
    trustsRoutedAddresses: provider?.trustsRoutedAddresses ?? true,
    entryPoint: provider?.entryPoint ?? '',
    entityId: provider?.entityId ?? '',
    certificates: (provider?.certificates ?? []).map(({ pem }) => pem.trim()).join('\n'),
    emailClaim: mapping?.email ?? '',
    nameClaim: mapping?.name ?? '',
    groupsClaim: mapping?.groups ?? '',
    roles: (mapping?.roles ?? []).map(({ group, role }, key) => ({ key, group, role: role ?? '' })),
    managementUrl: provider?.managementUrl ?? '',
    managementSecret: '',
    eventsSecret: '',
    factorGroup: provider?.factorGroup ?? '',
  }
}

/** The settings of the values; those of another type are left out, and so are secrets that were not typed. */
export function settingsOf(values: ProviderValues): Omit<NonNullable<(typeof createProvider)['types']>['body'], 'id'> {
  const { name, type, allowUserCreation, useExternalAcl, trustsRoutedAddresses } = values
  const saml = {
    entryPoint: orNull(values.entryPoint),
    entityId: orNull(values.entityId),
    certificates: values.certificates
      .split(/(?<=-----END CERTIFICATE-----)/)
      .map((pem) => pem.trim())
      .filter(Boolean),
  }
  const openId = {
    clientId: orNull(values.clientId),
    scopes: values.scopes.split(/\s+/).filter(Boolean),
    ...(values.clientSecret ? { clientSecret: values.clientSecret } : {}),
  }
  const okta = {
    managementUrl: orNull(values.managementUrl),
    ...(values.managementSecret ? { managementSecret: values.managementSecret } : {}),
    ...(values.eventsSecret ? { eventsSecret: values.eventsSecret } : {}),
    factorGroup: orNull(values.factorGroup),
  }
  return {
    name,
    type,
    allowUserCreation,
    useExternalAcl,
    trustsRoutedAddresses,
    externalUuid: orNull(values.externalUuid),
    issuer: orNull(values.issuer),
    domains: values.domains.split(/[\s,;]+/).filter(Boolean),
    claimMapping: {
      email: orNull(values.emailClaim),
      name: orNull(values.nameClaim),
      groups: orNull(values.groupsClaim),
      roles: values.roles
        .filter(({ group, role }) => group.trim() || role.trim())
        .map(({ group, role }) => ({ group: group.trim(), role: orNull(role) })),
    },
    ...(type === 'SAML' ? saml : openId),
    ...(type === 'OKTA' ? okta : {}),
  }
}

function orNull(text: string): string | null {
  return text.trim() || null
}
