/** One way to read what was typed: a name, or the begin of one, and perhaps a version. */
export type Reading = {
  readonly name: string
  readonly isWhole: boolean
  readonly version?: string | undefined
}

/** What a search asks for: a component that one of the readings names. */
export type SearchWords = {
  readonly readings: readonly [Reading, ...Reading[]]
  /** Only components with a purl of this type; what both it and the purl say besides must be the same. */
  readonly purl?: { readonly type: string; readonly qualifiers: readonly (readonly [string, string])[] }
}

/** Names of flaws, which no SBOM has, and a version without a name. */
const noComponent = /^((CVE|GHSA|RHSA|DSA|DLA|USN|OSV|GO|PYSEC|RUSTSEC)-[\w-]+|v?\d+\.\d\S*|[^\p{L}\p{N}]*)$/iu

/**
 * Reads a purl, a CPE, or a name with or without a version, as the tools of an ecosystem write both (`openssl 3.0.7`,
 * `@scope/name@1.2`, `group:name:1.2`, `name==1.2`, `name-1.2-3.el9.x86_64.rpm`); undefined when it names no component.
 */
export function searchWordsOf(text: string): SearchWords | undefined {
  const typedText = text.trim()
  if (/^pkg:/i.test(typedText)) return purlWords(typedText)
  if (/^cpe:/i.test(typedText)) return cpeWords(typedText)
  if (noComponent.test(typedText)) return undefined
  const both = /^(.*?\S)(?:\s+|\s*(?:@|={1,3}|:)\s*)v?((?:\d+[:!])?\d[^\s:]*)$/i.exec(typedText)
  const first = both ? { name: both[1]!, isWhole: false, version: both[2] } : { name: typedText, isWhole: false }
  return { readings: both ? [first] : [first, ...fileNameReadings(typedText)] }
}

/** The name of a package file, or of a library: `openssl-libs-3.0.7-27.el9.x86_64.rpm`, `log4j-core-2.14.1.jar`. */
function fileNameReadings(typedName: string): Reading[] {
  const bare = typedName
    .replace(/\.(rpm|deb|apk|jar|war|whl|gem|tgz|zip|tar\.\w+)$/i, '')
    .replace(/[._](x86_64|noarch|aarch64|amd64|arm64|armhf|i[3-6]86|ppc64le|s390x|all)$/i, '')
  return [...bare.matchAll(/[-_](?=v?\d)/gi)].slice(0, MOST_READINGS).map(({ index }) => ({
    name: bare.slice(0, index),
    isWhole: true,
    version: bare.slice(index + 1).replace(/^v/i, ''),
  }))
}

const MOST_READINGS = 5

/** The namespace and the qualifiers of a purl may be left out. */
function purlWords(typedPurl: string): SearchWords | undefined {
  const [, type, codedName, query = ''] = /^pkg:\/*([a-z0-9.+-]+)\/+([^?#]+)(?:\?([^#]*))?/i.exec(typedPurl) ?? []
  if (type === undefined || codedName === undefined) return undefined
  const [, path = '', version] = /^(.+?)(?:@([^/@]*))?$/.exec(codedName) ?? []
  try {
    const name = decodeURIComponent(path).replace(/^\/+|(?<!\/)\/+$/g, '')
    if (name === '') return undefined
    const qualifiers = query.split('&').flatMap((pair) => {
      const [, key, value] = /^([\w.-]+)=(.+)$/.exec(pair) ?? []
      return key !== undefined && value !== undefined ? [[key.toLowerCase(), decodeURIComponent(value)] as const] : []
    })
    return {
      readings: [
        {
          name: type.toLowerCase() === 'pypi' ? name.replaceAll(/[-_.]+/g, '-') : name,
          isWhole: true,
          version: version ? decodeURIComponent(version) : undefined,
        },
      ],
      purl: { type: type.toLowerCase(), qualifiers },
    }
  } catch {
    return undefined
  }
}

/** Product and version of a CPE, in the form of 2.3 or of 2.2. */
function cpeWords(typedCpe: string): SearchWords | undefined {
  const [, product, version] = /^cpe:(?:2\.3:|\/)[aho]:[^:]*:([^:]+)(?::((?:\\.|[^:\\])*))?/i.exec(typedCpe) ?? []
  if (product === undefined || product === '*') return undefined
  const knownVersion = version === undefined || /^[*-]?$/.test(version) ? undefined : version.replaceAll('\\', '')
  return { readings: [{ name: product.replaceAll('\\', ''), isWhole: true, version: knownVersion }] }
}
