import { findInvalidText } from '#kit/server/serve/body.ts'
import { SbomFlaw } from './sbom-flaw.ts'

/** A component as an SBOM states it. `reference` is its name within the SBOM. */
export type ReadComponent = {
  readonly name: string
  readonly version: string
  readonly license: string | null
  readonly purl: string | null
  readonly reference: string | null
}

type Members = Readonly<Record<string, unknown>>

/** A component of CycloneDX with those inside it, outermost first. */
export function* cycloneComponents(value: unknown, place: string): Generator<ReadComponent> {
  const open = [{ value, place }]
  for (let next = open.pop(); next; next = open.pop()) {
    const members = objectOf(next.value, next.place)
    const { group, name, version, purl, licenses, components } = members
    yield {
      name: [textOf(group, `${next.place}.group`), requiredText(name, `${next.place}.name`)].filter(Boolean).join('/'),
      version: textOf(version, `${next.place}.version`, 200) ?? '',
      purl: textOf(purl, `${next.place}.purl`, 1000),
      license: cycloneLicense(licenses, `${next.place}.licenses`),
      reference: textOf(members['bom-ref'], `${next.place}.bom-ref`, 2000),
    }
    const inside = listOf(components, `${next.place}.components`)
    for (let index = inside.length - 1; index >= 0; index -= 1)
      open.push({ value: inside[index], place: `${next.place}.components[${index}]` })
  }
}

/** A package of SPDX 2. */
export function spdxPackage(value: unknown, place: string): ReadComponent {
  const { name, versionInfo, licenseConcluded, licenseDeclared, externalRefs, SPDXID } = objectOf(value, place)
  const references = listOf(externalRefs, `${place}.externalRefs`).map((one) => objectOf(one, `${place}.externalRefs`))
  const purl = references.find(({ referenceType }) => referenceType === 'purl')?.referenceLocator
  return {
    name: requiredText(name, `${place}.name`),
    version: textOf(versionInfo, `${place}.versionInfo`, 200) ?? '',
    purl: textOf(purl, `${place}.externalRefs`, 1000),
    license:
      spdxLicense(licenseConcluded, `${place}.licenseConcluded`) ??
      spdxLicense(licenseDeclared, `${place}.licenseDeclared`),
    reference: requiredText(SPDXID, `${place}.SPDXID`),
  }
}

/** The expression, or else all named licenses together. */
function cycloneLicense(value: unknown, place: string): string | null {
  const statedLicenses = listOf(value, place).map((one) => {
    const { expression, license } = objectOf(one, place)
    if (expression !== undefined) return textOf(expression, place, 100_000)
    const { id, name } = objectOf(license, place)
    return textOf(id ?? name, place, 100_000)
  })
  const all = [...new Set(statedLicenses.filter((one) => one !== null))]
  // OR binds less than the AND between them.
  return cutText(all.length === 1 ? all[0]! : all.map((one) => (/\sOR\s/i.test(one) ? `(${one})` : one)).join(' AND '))
}

function spdxLicense(value: unknown, place: string): string | null {
  const text = textOf(value, place, 100_000)
  return text === 'NOASSERTION' || text === 'NONE' || text === null ? null : cutText(text)
}

/** Some tools write a whole license text where its name belongs. */
function cutText(text: string): string | null {
  return text === '' ? null : text.slice(0, 500).replace(/[\ud800-\udbff]$/, '')
}

function objectOf(value: unknown, place: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SbomFlaw(`${place} is not an object`)
  return value as Members
}

function listOf(value: unknown, place: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new SbomFlaw(`${place} is not a list`)
  return value
}

function requiredText(value: unknown, place: string): string {
  return textOf(value, place) ?? throwMissing(place)
}

function throwMissing(place: string): never {
  throw new SbomFlaw(`${place} is missing`)
}

/** The text without white space around it; null when it is absent or empty. */
function textOf(value: unknown, place: string, most = 250): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new SbomFlaw(`${place} is not a text`)
  const text = value.trim()
  if (text.length > most) throw new SbomFlaw(`${place} is longer than ${most} characters`)
  if (findInvalidText(text)) throw new SbomFlaw(`${place} has characters that cannot be stored`)
  return text === '' ? null : text
}
