import type { ProblemDocument } from '#kit/contract/problem.ts'
import { ERROR_SCHEMA } from '../contract.ts'

/** What RFC 7644 (3.12) calls these problems. */
const types: Readonly<Record<string, string>> = {
  'scim-user-exists': 'uniqueness',
  'scim-domain-not-routed': 'invalidValue',
  'scim-value-invalid': 'invalidValue',
  'domain-forbidden': 'invalidValue',
  'scim-filter-invalid': 'invalidFilter',
  'scim-path-invalid': 'invalidPath',
  'scim-target-missing': 'noTarget',
  'validation-failed': 'invalidSyntax',
}

/** A problem of the portal in the form of SCIM. */
export function scimError({ code, detail, status, fields = [] }: ProblemDocument) {
  const fieldTexts = fields.map(({ path, message }) => `${path} ${message}`)
  const scimType = types[code]
  return {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(scimType && { scimType }),
    detail: [detail, ...fieldTexts].join(' '),
  }
}
