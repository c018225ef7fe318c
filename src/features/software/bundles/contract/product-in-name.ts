/** Product and version in the name of a bundle: "cOS-DOCSIS 3.25.1" is version 3.25.1 of cOS-DOCSIS. */
export function productInName(name: string): { product: string | null; productVersion: string | null } {
  const words = name.trim().split(/\s+/)
  const version = words.at(-1)?.replace(/^v(?=\d)/, '') ?? ''
  if (words.length < 2 || !/^\d/.test(version)) return { product: null, productVersion: null }
  return { product: words.slice(0, -1).join(' ').slice(0, 100), productVersion: version.slice(0, 100) }
}
