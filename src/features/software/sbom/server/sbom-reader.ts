import { JsonReader, shortenName } from '#kit/server/json-reader.ts'
import { cycloneComponents, type ReadComponent, spdxPackage } from './read-component.ts'
import { SbomFlaw } from './sbom-flaw.ts'

/** The content of an SBOM. */
export type ReadSbom = {
  readonly format: 'CYCLONEDX' | 'SPDX'
  readonly specVersion: string
  readonly components: readonly Omit<ReadComponent, 'reference'>[]
}

const MOST_COMPONENTS = 200_000

/** Reads an SBOM in CycloneDX or SPDX 2 as its bytes arrive; keeps its components only. */
export class SbomReader {
  readonly #components = new Map<string, Omit<ReadComponent, 'reference'>>()
  readonly #references = new Set<string>()
  readonly #about = new Map<string, unknown>()
  readonly #lists = new Set<string>()
  #count = 0
  readonly #pieces = new JsonReader(({ member, index, value }) => {
    if (index === null) {
      if (['bomFormat', 'specVersion', 'spdxVersion', 'components', 'packages'].includes(member))
        this.#about.set(member, value)
    } else if (member === 'components') {
      this.#lists.add(member)
      for (const one of cycloneComponents(value, `components[${index}]`)) this.#add(one)
    } else if (member === 'packages') {
      this.#lists.add(member)
      this.#add(spdxPackage(value, `packages[${index}]`))
    }
  })

  push(chunk: Buffer): void {
    this.#pieces.push(chunk)
  }

  /** What was read, once all bytes have arrived. */
  end(): ReadSbom {
    this.#pieces.end()
    const { format, specVersion, list } = this.#kind()
    if (this.#about.has(list)) throw new SbomFlaw(`its member ${list} is not a list`)
    if (this.#lists.size > 1)
      throw new SbomFlaw('it has the members components and packages, and can be of one format only')
    if (!this.#lists.has(list)) throw new SbomFlaw(`its member ${list} is missing or empty`)
    return { format, specVersion, components: [...this.#components.values()] }
  }

  #kind(): { format: ReadSbom['format']; specVersion: string; list: string } {
    const [bomFormat, specVersion, spdxVersion] = ['bomFormat', 'specVersion', 'spdxVersion'].map((name) =>
      this.#about.get(name),
    )
    if (bomFormat === 'CycloneDX' && typeof specVersion === 'string' && /^1\.\d{1,2}$/.test(specVersion))
      return { format: 'CYCLONEDX', specVersion, list: 'components' }
    const spdx = typeof spdxVersion === 'string' ? /^SPDX-(2\.\d{1,2})$/.exec(spdxVersion)?.[1] : undefined
    if (spdx !== undefined) return { format: 'SPDX', specVersion: spdx, list: 'packages' }
    throw new SbomFlaw('it is neither CycloneDX 1 nor SPDX 2')
  }

  /**
   * Two components may not have the same reference, nor be the same without one. Tools list a component once for each
   * file that has it, each with its own reference: these are one.
   */
  #add({ reference, ...component }: ReadComponent): void {
    this.#count += 1
    if (this.#count > MOST_COMPONENTS) throw new SbomFlaw(`it has more than ${MOST_COMPONENTS} components`)
    const { name, version, license, purl } = component
    const same = JSON.stringify([name, version, license, purl])
    const identity = reference ?? same
    if (this.#references.has(identity))
      throw new SbomFlaw(`the component ${shortenName(reference ?? `${name} ${version}`)} is in it twice`)
    this.#references.add(identity)
    this.#components.set(same, component)
  }
}
