import { X509Certificate } from 'node:crypto'
import { normaliseDomain } from '#features/sign-in/domains/contract.ts'
import { type ClaimMapping, mappedRole } from '#features/sign-in/identity-providers/contract.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { FieldProblem } from '#kit/contract/problem.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { requireOutside } from '#kit/server/outbound-fetch.ts'
import type { updateProvider } from '../contract.ts'

type Body = NonNullable<(typeof updateProvider)['types']>['body']
/** Settings as a request writes them; absent ones stay unchanged. */
export type Settings = { readonly [Name in keyof Body]?: Exclude<Body[Name], undefined> }

/** Normalises settings for storage, or rejects with the error of each field. */
export function readSettings(settingsBody: Body, privateHosts: readonly string[]): Settings {
  const wrong: FieldProblem[] = []
  const checkValue = <Value>(
    path: string,
    read: () => Value,
    message: (failure: Error) => string,
  ): Value | undefined => {
    try {
      return read()
    } catch (failure) {
      wrong.push({ path, message: message(failure as Error) })
      return undefined
    }
  }
  for (const field of ['issuer', 'entryPoint', 'managementUrl'] as const) {
    const address = settingsBody[field]
    // The issuer of a SAML provider is a name; it need not be an address.
    if (address && !(field === 'issuer' && (settingsBody.type === 'SAML' || !/^https?:/i.test(address))))
      checkValue(
        field,
        () => requireOutside(address, privateHosts),
        ({ message }) => message,
      )
  }
  const domains = settingsBody.domains?.map((text, index) => {
    const domain = text.trim() === '*' ? '*' : normaliseDomain(text)
    if (domain === null || (domain !== '*' && domain.startsWith('*')))
      wrong.push({ path: `domains.${index}`, message: `${text.slice(0, 100)} is not a domain` })
    return domain ?? ''
  })
  const certificates = settingsBody.certificates?.map((text, index) =>
    checkValue(
      `certificates.${index}`,
      () => pemOf(text),
      () => 'is not an X.509 certificate in PEM or Base64',
    ),
  )
  wrong.push(...wrongRoles(settingsBody.claimMapping))
  if (wrong.length > 0) throwProblem(kitProblems['validation-failed'], {}, { fields: wrong })
  const read = {
    ...settingsBody,
    ...(settingsBody.name === undefined ? {} : { name: settingsBody.name.trim() }),
    ...(domains ? { domains: [...new Set(domains)] } : {}),
    ...(certificates ? { certificates: certificates.flatMap((pem) => pem ?? []) } : {}),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as Settings
}

/** A misspelt role would silently be given to no user; so it is rejected. */
function wrongRoles(mapping: ClaimMapping | undefined): FieldProblem[] {
  return (mapping?.roles ?? []).flatMap((line, index) =>
    mappedRole(line)
      ? []
      : [
          {
            path: `claimMapping.roles.${index}`,
            message: `${(line.role ?? line.group).slice(0, 100)} is not a role: enter ROLE for staff, ROLE:account for customers`,
          },
        ],
  )
}

/** Providers show certificates with and without the lines around them. */
function pemOf(text: string): string {
  const body = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+=*$/.test(body)) throw new Error('not Base64')
  return new X509Certificate(Buffer.from(body, 'base64')).toString()
}
